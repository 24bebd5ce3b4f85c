import css from './guidon.module.css'
import { guidonPaths } from './guidon.tsx'
import { Icon } from './icon.tsx'

/** A waving guidon: something runs. */
export function RunningMarker({ label, size = '1rem' }: { label: string; size?: string }) {
  return (
    <span className={css.marker} role="img" aria-label={label}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
        <path className={css.lance} strokeWidth="3" d={guidonPaths.lance} />
        <path className={css.waving} fill="currentColor" d={guidonPaths.flag} />
      </svg>
    </span>
  )
}

/** A lock: others must be solved first. */
export function LockedMarker({ label, size = '1rem' }: { label: string; size?: string }) {
  return (
    <span className={css.locked} role="img" aria-label={label}>
      <Icon name="lock" size={size} />
    </span>
  )
}

/** A check: something is completed. */
export function CompletedMarker({ label, size = '1rem' }: { label: string; size?: string }) {
  return (
    <span className={css.done} role="img" aria-label={label}>
      <Icon name="circleCheck" size={size} />
    </span>
  )
}
