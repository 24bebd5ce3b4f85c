import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useApp } from '../app-context.tsx'
import { Notice } from '../feedback/notice.tsx'

/** Shown on every page after the end of the CTF. */
export function EndedBanner() {
  const { t } = useLingui()
  const phase = useSelector(useApp(), snapshot => snapshot.context.facts.phase)
  if (phase !== 'postPlay' && phase !== 'over') return null
  return (
    <section aria-label={t`The CTF has ended.`}>
      <Notice banner icon="flag" title={t`The CTF has ended.`}>
        <Trans>The scoreboard will not change any more, and new flags give no points.</Trans>
      </Notice>
    </section>
  )
}
