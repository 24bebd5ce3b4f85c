import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './spinner.module.css'

interface SpinnerProps {
  /** What is loading, for screen readers. Leave it out if the text beside it says so. */
  label?: string
  /** CSS length. */
  size?: string
}

export function Spinner({ label, size = '1rem' }: SpinnerProps) {
  return (
    <span className={css.root} role={label ? 'status' : undefined}>
      <span className={css.ring} style={{ inlineSize: size, blockSize: size }} aria-hidden="true" />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
