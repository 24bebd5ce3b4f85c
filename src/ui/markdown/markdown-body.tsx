import { type ReactNode, useId, useMemo } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { boundMarkdown } from '../../api/markdown-bounds.ts'
import { Icon } from '../art/icon.tsx'
import { externalIcon } from '../art/page-icons.ts'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { CodeBlock } from './code-block.tsx'
import css from './markdown.module.css'
import { isForeign, safeLink } from './markdown-urls.ts'
import { findMath } from './math/find-math.ts'
import type { FormulaProps } from './math/formula.tsx'
import { remarkMath } from './math/remark-math.ts'
import { Picture } from './picture.tsx'
import { remarkFitHeadings, remarkHtmlAsText } from './remark-plugins.ts'
import './trusted-entities.ts'

interface ForeignLinkProps {
  href: string
  title?: string | undefined
  children: ReactNode
}

const ForeignLink = ({ href, title, children }: ForeignLinkProps) => (
  <a href={href} title={title} target="_blank" rel="noopener noreferrer">
    {children}
    <span className={css.external}>
      <Icon name={externalIcon} size="0.8em" />
    </span>
  </a>
)

type Node = NonNullable<ExtraProps['node']>

const textOf = (node: Node | Node['children'][number] | undefined): string => {
  if (node?.type === 'text') return node.value
  return node?.type === 'element' ? node.children.map(textOf).join('') : ''
}

/** The language that the code in a block names, or ''. */
const languageOf = (block: Node | undefined): string => {
  const [code] = block?.children ?? []
  const name = code?.type === 'element' ? [code.properties.className].flat()[0] : undefined
  return String(name ?? '').replace(/^language-/, '')
}

const Formula = onDemand(async () => (await import('./math/formula.tsx')).Formula)

const components: Components & { formula: (props: FormulaProps) => ReactNode } = {
  // Only the heading of the footnotes has an id. The parser writes it in English, and uses the same id in
  // each text of a page. So a rule replaces it.
  h2: ({ id, children }) => (id ? <hr /> : <h2>{children}</h2>),
  a({ href = '', id, title, children }) {
    if (!href) return <span>{children}</span>
    if (!isForeign(href))
      return (
        <a id={id} href={href} title={title}>
          {children}
        </a>
      )
    return <ForeignLink {...{ href, title, children }} />
  },
  img({ src, alt = '', title }) {
    if (typeof src !== 'string' || !src) return <em>{alt}</em>
    if (isForeign(src)) return <ForeignLink href={src}>{alt || src}</ForeignLink>
    return <Picture src={src} alt={alt} title={title} />
  },
  // The marks of a list stand where its text begins.
  ul: ({ node: _, ...list }) => <ul dir="auto" {...list} />,
  ol: ({ node: _, ...list }) => <ol dir="auto" {...list} />,
  code: ({ children }) => <code translate="no">{children}</code>,
  // Without a Suspense of its own: the text is shown with its formulas, and nothing moves later.
  formula: ({ tex, source, display }) => (
    <PartBoundary fallback={() => <code translate="no">{source}</code>}>
      <Formula {...{ tex, source, display }} />
    </PartBoundary>
  ),
  input: ({ checked }) => (checked ? '☑ ' : '☐ '),
  pre: ({ node }) => <CodeBlock text={textOf(node)} language={languageOf(node)} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={css.scroll} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
}

interface MarkdownBodyProps {
  text: string
  topHeading: number
}

export default function MarkdownBody({ text: given, topHeading }: MarkdownBodyProps) {
  // Our platform bounds texts when it loads them; another backend may send anything.
  const clobberPrefix = useId()
  const { text, formulas } = useMemo(() => findMath(boundMarkdown(given).text), [given])
  return (
    <ReactMarkdown
      remarkPlugins={[
        remarkGfm,
        remarkHtmlAsText,
        [remarkMath, formulas],
        [remarkFitHeadings, topHeading],
      ]}
      remarkRehypeOptions={{ clobberPrefix }}
      urlTransform={safeLink}
      components={components}
    >
      {text}
    </ReactMarkdown>
  )
}
