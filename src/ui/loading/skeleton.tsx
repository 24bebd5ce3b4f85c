import css from './skeleton.module.css'

const widths = ['100%', '94%', '97%', '88%', '62%']

/** Placeholder for text that is loading: `lines` of it, or one block of `height` (a CSS length). */
export function Skeleton({ lines, height }: { lines?: number; height?: string }) {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {lines === undefined ? (
        <div className={css.block} style={{ blockSize: height }} />
      ) : (
        Array.from({ length: lines }, (_, line) => (
          <div
            key={line}
            className={css.line}
            style={{ inlineSize: widths[line % widths.length] }}
          />
        ))
      )}
    </div>
  )
}
