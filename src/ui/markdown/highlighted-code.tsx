import { common, createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import './highlight.css'

const lowlight = createLowlight(common)

type Tree = ReturnType<typeof lowlight.highlight>

const viewOf = (node: Tree['children'][number], key: number): ReactNode => {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return null
  return (
    <span key={key} className={[node.properties.className].flat().join(' ')}>
      {node.children.map(viewOf)}
    </span>
  )
}

interface HighlightedCodeProps {
  text: string
  /** The name in the text, for example 'python'. */
  language: string
}

/** Code in the colours of its language. A language that is not known has none. */
export const HighlightedCode = ({ text, language }: HighlightedCodeProps) => (
  <code className={`hljs language-${language}`}>
    {lowlight.registered(language) ? lowlight.highlight(language, text).children.map(viewOf) : text}
  </code>
)
