import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isForTeam, otherGroupIn } from '../../../machines/home/selectors.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useLoaded, useSignedIn } from '../../app-context.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { Notice } from '../../feedback/notice.tsx'
import { giveFocusToPage } from '../../layout/focus-page.ts'

/** Says that the account is in another score group than the user wanted. */
export function OtherGroupNotice() {
  const { t } = useLingui()
  const home = useLoaded('home')
  const stats = useSelector(useSignedIn().stats, dataOf)
  const name = useSelector(home, otherGroupIn(stats))
  const forTeam = useSelector(home, isForTeam)
  if (name === null) return null
  return (
    <Notice
      tone="warn"
      live="polite"
      title={
        forTeam
          ? t`Your team is in the score group ${name}.`
          : t`You are in the score group ${name}.`
      }
      action={
        <IconButton
          ref={giveFocusToPage}
          icon="close"
          label={t`Close`}
          onClick={() => home.send({ type: 'otherGroup.dismissed' })}
        />
      }
    >
      <Trans>This score group was chosen already, before your choice.</Trans>
    </Notice>
  )
}
