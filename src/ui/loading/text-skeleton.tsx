import css from './skeleton.module.css'

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
