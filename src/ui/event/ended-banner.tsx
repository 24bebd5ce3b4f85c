import { Trans, useLingui } from '@lingui/react/macro'
import type { Phase } from '../../domain/facts.ts'
import { Notice } from '../feedback/notice.tsx'

/** Shown on every page after the end of the CTF. */
export function EndedBanner({ phase, isReadOnly }: { phase: Phase | null; isReadOnly: boolean }) {
  const { t } = useLingui()
  if (phase !== 'postPlay' && phase !== 'over') return null
  const title = isReadOnly ? t`This event is read-only.` : t`The CTF has ended.`
  return (
    <section aria-label={title}>
      <Notice banner icon="flag" title={title}>
        {isReadOnly ? (
          <Trans>It has ended. You can read everything, but nothing can be changed any more.</Trans>
        ) : (
          <Trans>The scoreboard will not change any more, and new flags give no points.</Trans>
        )}
      </Notice>
    </section>
  )
}
