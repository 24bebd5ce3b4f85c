import { Trans, useLingui } from '@lingui/react/macro'
import type { Phase } from '../../domain/facts.ts'
import { Notice } from '../feedback/notice.tsx'

/** Shown on every page after the end of the CTF. */
export function EndedBanner({ phase }: { phase: Phase | null }) {
  const { t } = useLingui()
  if (phase !== 'postPlay' && phase !== 'over') return null
  return (
    <section aria-label={t`The CTF has ended.`}>
      <Notice banner icon="flag" title={t`The CTF has ended.`}>
        <Trans>The scoreboard will not change any more, and new flags give no points.</Trans>
      </Notice>
    </section>
  )
}
