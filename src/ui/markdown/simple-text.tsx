import type { Block, Span } from '../../domain/text/simple-markdown.ts'
import { CodeBlock } from './code-block.tsx'

/** Shows the few kinds of markdown that need no renderer. */
export function SimpleText({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} />)
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'pre') return <CodeBlock text={block.text} language={block.language} />
  const { kind: List, lines } = block
  if (List === 'p') return <p>{lines.map(viewOf)}</p>
  return (
    <List dir="auto">
      {lines.map((spans, line) => (
        <li key={line}>{viewOf(spans)}</li>
      ))}
    </List>
  )
}

const viewOf = (spans: readonly Span[]) =>
  spans.map(({ kind: Kind, text }, index) =>
    Kind === 'text' ? (
      text
    ) : (
      <Kind key={index} translate={Kind === 'code' ? 'no' : undefined}>
        {text}
      </Kind>
    ),
  )
