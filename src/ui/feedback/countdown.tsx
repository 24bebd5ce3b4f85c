import css from './countdown.module.css'

interface CountdownProps {
  /** What is counted down to. */
  label: string
  /** From days to seconds; numbers are shown with two digits. */
  tiles: readonly { value: number; label: string }[]
  /** Language of the tiles' labels, if it is not the page's. */
  lang?: string
}

export function Countdown({ label, tiles, lang }: CountdownProps) {
  return (
    <div className={css.tiles} role="timer" aria-label={label} lang={lang}>
      {tiles.map(tile => (
        <div key={tile.label} className={css.tile}>
          <span className={css.value}>{String(tile.value).padStart(2, '0')}</span>{' '}
          <span className={css.label}>{tile.label}</span>
        </div>
      ))}
    </div>
  )
}
