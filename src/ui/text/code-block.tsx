import { type ReactNode, Suspense } from 'react'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import css from './prose.module.css'

const CopyCode = onDemand(async () => (await import('./copy-code.tsx')).CopyCode)

interface CodeBlockProps {
  /** What the button copies. */
  text: string
  children: ReactNode
}

/** A block of code. Its button comes later, and has its place from the start. */
export function CodeBlock({ text, children }: CodeBlockProps) {
  return (
    <div className={css.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0}>{children}</pre>
      <PartBoundary fallback={() => null}>
        <Suspense>
          <CopyCode text={text.replace(/\n$/, '')} />
        </Suspense>
      </PartBoundary>
    </div>
  )
}
