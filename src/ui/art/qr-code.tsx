import { encode } from 'uqr'
import css from './qr-code.module.css'

/** A text for the camera of a phone. Dark on light in every scheme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={css.code}
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}
