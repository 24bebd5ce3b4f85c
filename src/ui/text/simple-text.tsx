import type { Block, Span } from './simple-markdown.ts'

/** Shows the few kinds of markdown that need no renderer. */
export function SimpleText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} />)
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'pre') {
    const { language, text } = block
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      <pre tabIndex={0}>
        <code className={language ? `language-${language}` : undefined}>{text}</code>
      </pre>
    )
  }
  const { kind: List, lines } = block
  if (List === 'p') return <p>{lines.map(viewOf)}</p>
  return (
    <List>
      {lines.map((spans, line) => (
        <li key={line}>{viewOf(spans)}</li>
      ))}
    </List>
  )
}

const viewOf = (spans: readonly Span[]) =>
  spans.map(({ kind: Kind, text }, index) =>
    Kind === 'text' ? text : <Kind key={index}>{text}</Kind>,
  )
