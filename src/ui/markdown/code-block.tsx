import { Suspense } from 'react'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import css from '../text/prose.module.css'

const CopyCode = onDemand(async () => (await import('./copy-code.tsx')).CopyCode)
const HighlightedCode = onDemand(
  async () => (await import('./highlighted-code.tsx')).HighlightedCode,
)

interface CodeBlockProps {
  /** What the button copies. */
  text: string
  /** Empty for code that does not name its language. */
  language: string
}

/** A block of code. Its button and its colours come later. The button has its place from the start. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  const plain = <code className={language ? `language-${language}` : undefined}>{text}</code>
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} translate="no">
        {language ? (
          <PartBoundary fallback={() => plain}>
            <Suspense fallback={plain}>
              <HighlightedCode text={text} language={language} />
            </Suspense>
          </PartBoundary>
        ) : (
          plain
        )}
      </pre>
      <PartBoundary fallback={() => null}>
        <Suspense>
          <CopyCode text={text.replace(/\n$/, '')} />
        </Suspense>
      </PartBoundary>
    </div>
  )
}
