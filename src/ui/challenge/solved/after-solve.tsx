import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { refOf } from '../../../domain/challenge.ts'
import { challengePath } from '../../../machines/navigation/pages.ts'
import { shownGroups } from '../../../machines/sidebar/groups.ts'
import { nextChallenge } from '../../../machines/sidebar/next-challenge.ts'
import { preferencesOf } from '../../../machines/sidebar/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { arrowRightIcon, stopIcon } from '../../art/page-icons.ts'
import { Button } from '../../controls/button.tsx'
import { PageButton } from '../../controls/link-button.tsx'
import { KeepFocus } from '../../layout/keep-focus.tsx'
import { useOverview } from '../../sidebar/use-overview.ts'
import { useChallenge } from '../use-challenge.ts'
import css from './after-solve.module.css'

/** The next actions after a challenge is completed: stop its environment, and open the next challenge. */
export function AfterSolve() {
  const { instance } = useChallenge()
  const canStop = useSelector(instance, snapshot => snapshot.can({ type: 'instance.stop' }))
  return (
    <KeepFocus className={css.actions}>
      <NextChallenge />
      {canStop && (
        <Button block icon={stopIcon} onClick={() => instance.send({ type: 'instance.stop' })}>
          <Trans>Stop the environment</Trans>
        </Button>
      )}
    </KeepFocus>
  )
}

function NextChallenge() {
  const { challenge } = useChallenge()
  const overview = useOverview()
  const preferences = useSelector(useSignedIn().sidebar, preferencesOf)
  const next = useMemo(
    () => overview && nextChallenge(shownGroups(overview, preferences, challenge), challenge),
    [overview, preferences, challenge],
  )
  if (!next) return null
  const { name } = next
  return (
    <PageButton href={challengePath(refOf(next))} block icon={arrowRightIcon} variant="primary">
      <span className={css.next}>
        <Trans>Next: {name}</Trans>
      </span>
    </PageButton>
  )
}
