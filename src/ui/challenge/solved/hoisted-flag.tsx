import { guidonPaths } from '../../art/guidon.tsx'
import css from './hoisted-flag.module.css'

/** A guidon that goes up its lance; green if it was the last flag. */
export function HoistedFlag({ isWhole }: { isWhole: boolean }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={css.flag}
      data-whole={isWhole || undefined}
    >
      <path className={css.lance} d={guidonPaths.lance} />
      <path className={css.tip} d={guidonPaths.tip} />
      <path className={css.cloth} d={guidonPaths.flag} />
    </svg>
  )
}
