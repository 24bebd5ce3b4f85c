import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { canSeeScores } from '../../domain/facts.ts'
import { isReadOnly } from '../../machines/home/selectors.ts'
import { pages } from '../../machines/navigation/pages.ts'
import { useLoaded } from '../app-context.tsx'
import { PageButton } from '../controls/link-button.tsx'
import { EmptyState } from '../loading/empty-state.tsx'

/** Shown after the end of the post play. */
export function EndedStep() {
  const { t } = useLingui()
  const home = useLoaded('home')
  const hasScores = useSelector(home, snapshot => canSeeScores(snapshot.context.facts))
  const readOnly = useSelector(home, isReadOnly)
  return (
    <EmptyState
      icon="trophy"
      title={t`The CTF has ended.`}
      action={
        hasScores && (
          <PageButton href={pages.scoreboard.path} variant="primary" icon="trophy">
            <Trans>See the final scoreboard</Trans>
          </PageButton>
        )
      }
    >
      {readOnly ? (
        // Those who took part see the challenges.
        <Trans>
          Only those who took part see challenges and scores. This account did not take part.
        </Trans>
      ) : (
        <Trans>Thank you for playing. The challenges are closed.</Trans>
      )}
    </EmptyState>
  )
}
