import { Suspense, useMemo } from 'react'
import { simpleMarkdown } from '../../domain/simple-markdown.ts'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { TextSkeleton } from '../loading/skeleton.tsx'
import css from './markdown.module.css'
import { Prose } from './prose.tsx'
import { SimpleText } from './simple-text.tsx'

const Plain = onDemand(async () => (await import('./markdown-body.tsx')).default)
const Highlighted = onDemand(async () => (await import('./markdown-highlighted.tsx')).default)

/** The most characters of a text that is shown without the renderer. The renderer itself bounds its texts. */
const mostCharacters = 50_000
/** The most characters that a skeleton has the shape of. */
const mostWaitingCharacters = 10_000

const namesALanguage = /^[ \t>]*(```|~~~)[ \t]*\w/m

/** Fetches the renderer while the text is still loading. */
export const preloadMarkdown = () => Plain.preload().then(() => undefined)

interface MarkdownProps {
  text: string
  /** The level of the text's first heading, below the page's own. No other heading skips a level. */
  topHeading?: 2 | 3 | 4
}

/**
 * Text of challenge and event authors. Raw HTML shows as text. Links lead to http, https and mailto.
 * Images come only from this site. The renderer loads only for texts with more than `simpleMarkdown`
 * knows; until then, or if it cannot be loaded, the text shows as it was written. Highlighting loads
 * last, and only if code names its language.
 */
export function Markdown({ text, topHeading = 2 }: MarkdownProps) {
  const simple = useMemo(() => simpleMarkdown(text), [text])
  const source = text.slice(0, mostCharacters)
  const plain = simple ? (
    <SimpleText blocks={simple} />
  ) : (
    <Plain text={text} topHeading={topHeading} />
  )
  return (
    <Prose>
      <PartBoundary key={text} fallback={() => <p className={css.source}>{source}</p>}>
        <Suspense fallback={<TextSkeleton text={source.slice(0, mostWaitingCharacters)} />}>
          {namesALanguage.test(text) ? (
            <PartBoundary fallback={() => plain}>
              <Suspense fallback={plain}>
                <Highlighted text={text} topHeading={topHeading} />
              </Suspense>
            </PartBoundary>
          ) : (
            plain
          )}
        </Suspense>
      </PartBoundary>
    </Prose>
  )
}
