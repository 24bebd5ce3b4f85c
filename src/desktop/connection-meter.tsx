import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { type LatencyLevel, latencyLevelOf, latencyOf } from '../machines/desktop/selectors.ts'
import { useActors } from './actors.tsx'
import css from './connection-meter.module.css'

/** The quality of the connection: bars, their text, and the round trip in milliseconds. */
export function ConnectionMeter() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const level = useSelector(desktop, latencyLevelOf)
  const milliseconds = useSelector(desktop, latencyOf)
  const words: Record<LatencyLevel, string> = {
    unknown: t`Connection: not measured`,
    good: t`Connection: good`,
    fair: t`Connection: slow`,
    poor: t`Connection: very slow`,
  }
  return (
    <span className={css.meter} data-state={level} title={words[level]}>
      <span className={css.bars} role="img" aria-label={words[level]}>
        <span />
        <span />
        <span />
      </span>
      {level !== 'unknown' && milliseconds !== null && (
        <span className={css.number}>{t`${milliseconds} ms`}</span>
      )}
    </span>
  )
}
