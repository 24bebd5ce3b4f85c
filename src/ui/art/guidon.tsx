import css from './guidon.module.css'

/** A swallow-tailed flag on a lance, on 32 × 32. */
export const guidonPaths = {
  lance: 'M8 5v25',
  tip: 'M8 .8 9.8 4 8 6.4 6.2 4z',
  flag: 'M9 7c5-2 11 2.2 20.5.2L24.6 13l4.9 5.8C20 20.8 14 16.8 9 18.6z',
}

/** The logo: lance in the colour of the text, flag in the accent. `size` is a CSS length. */
export function Guidon({ size = '1.75rem' }: { size?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={css.guidon}>
      <path className={css.lance} d={guidonPaths.lance} />
      <path className={css.tip} d={guidonPaths.tip} />
      <path className={css.flag} d={guidonPaths.flag} />
    </svg>
  )
}

/** Logo and name; `size` is the height of the logo. */
export function Wordmark({ size = '1.75rem' }: { size?: string }) {
  return (
    <span className={css.wordmark}>
      <Guidon size={size} />
      <span>Guidon</span>
    </span>
  )
}
