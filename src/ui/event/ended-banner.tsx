import { Trans, useLingui } from '@lingui/react/macro'
import type { Phase } from '../../domain/facts.ts'
import { Notice } from '../feedback/notice.tsx'

/** Shown on every page after the end of the CTF. */
export function EndedBanner({ phase, isReadOnly }: { phase: Phase | null; isReadOnly: boolean }) {
  const { t } = useLingui()
  if (phase !== 'postPlay' && phase !== 'over') return null
  if (isReadOnly)
    return (
      <section aria-label={t`This event is read-only.`}>
        <Notice banner icon="flag" title={t`This event is read-only.`}>
          <Trans>It has ended. You can read everything, but nothing can be changed any more.</Trans>
        </Notice>
      </section>
    )
  return (
    <section aria-label={t`The CTF has ended.`}>
      <Notice banner icon="flag" title={t`The CTF has ended.`}>
        <Trans>The scoreboard will not change any more, and new flags give no points.</Trans>
      </Notice>
    </section>
  )
}
