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

/** Where blank lines and list markers begin a new block of a markdown text. */
const blocks = /\n\s*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)])\s)/
/** Code and tables break their lines where their source does. */
const keepsLines = /^\s*(?:```|~~~|\|)/

/** Placeholder for a markdown text that is loaded but not rendered yet, as tall as the text. */
export function TextSkeleton({ text }: { text: string }) {
  return text
    .trim()
    .split(blocks)
    .map((block, index) => (
      <p
        // The blocks of one text never change their order.
        key={index}
        className={css.bars}
        data-waiting
        data-keeps-lines={keepsLines.test(block) || undefined}
        aria-hidden="true"
      >
        <span>{block}</span>
      </p>
    ))
}
