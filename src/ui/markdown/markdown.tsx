import { Suspense, useMemo } from 'react'
import { simpleMarkdown } from '../../domain/text/simple-markdown.ts'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { TextSkeleton } from '../loading/text-skeleton.tsx'
import { Prose } from '../text/prose.tsx'
import css from './markdown.module.css'
import { SimpleText } from './simple-text.tsx'

const MarkdownBody = onDemand(async () => (await import('./markdown-body.tsx')).default)

/** The most characters of a text that is shown without the renderer. The renderer itself bounds its texts. */
const MAX_CHARACTERS = 50_000
/** How many characters shape a skeleton at most. */
const MAX_WAITING_CHARACTERS = 10_000

/** Fetches the renderer while the text is still loading. */
export const preloadMarkdown = () => MarkdownBody.preload().then(() => undefined)

interface MarkdownProps {
  text: string
  /** The level of the text's first heading, below the page's own. No other heading skips a level. */
  topHeading?: 2 | 3 | 4
}

/**
 * Text of challenge and event authors. Raw HTML is shown as text. Links lead to http, https and mailto.
 * Images come only from this site. The renderer is loaded only for texts that `simpleMarkdown` cannot read. Until then,
 * or if it cannot be loaded, the text is shown as it was written. Blocks of code that name their language get
 * their colours last.
 */
export function Markdown({ text, topHeading = 2 }: MarkdownProps) {
  const simple = useMemo(() => simpleMarkdown(text), [text])
  const source = text.slice(0, MAX_CHARACTERS)
  return (
    <Prose>
      <PartBoundary key={text} fallback={() => <p className={css.source}>{source}</p>}>
        <Suspense fallback={<TextSkeleton text={source.slice(0, MAX_WAITING_CHARACTERS)} />}>
          {simple ? (
            <SimpleText blocks={simple} />
          ) : (
            <MarkdownBody text={text} topHeading={topHeading} />
          )}
        </Suspense>
      </PartBoundary>
    </Prose>
  )
}
