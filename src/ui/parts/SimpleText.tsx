import type { Block, Span } from './simpleMarkdown.ts'

/** Shows the few kinds of markdown that need no renderer. */
export function SimpleText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map(({ kind: List, lines }, index) =>
    List === 'p' ? (
      <p key={index}>{lines.map(viewOf)}</p>
    ) : (
      <List key={index}>
        {lines.map((spans, line) => (
          <li key={line}>{viewOf(spans)}</li>
        ))}
      </List>
    ),
  )
}

const viewOf = (spans: readonly Span[]) =>
  spans.map(({ kind, text }, index) => {
    if (kind === 'strong') return <strong key={index}>{text}</strong>
    if (kind === 'code') return <code key={index}>{text}</code>
    return text
  })
