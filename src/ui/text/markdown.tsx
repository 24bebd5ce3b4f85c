import { Suspense, useMemo } from 'react'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { TextSkeleton } from '../loading/skeleton.tsx'
import css from './markdown.module.css'
import { Prose } from './prose.tsx'
import { simpleMarkdown } from './simple-markdown.ts'
import { SimpleText } from './simple-text.tsx'

const Plain = onDemand(async () => (await import('./markdown-body.tsx')).default)
const Highlighted = onDemand(async () => (await import('./markdown-highlighted.tsx')).default)

/** Of a text without its renderer. A longer one is left to that, which bounds it. */
const mostCharacters = 50_000
const mostSimpleCharacters = 10_000

const namesALanguage = /^[ \t>]*(```|~~~)[ \t]*\w/m

/** Fetches the renderer while the text itself is still under way. */
export const preloadMarkdown = () => Plain.preload().then(() => undefined)

interface MarkdownProps {
  text: string
  /** The level of the text's first heading, below the page's own; none of the others skips one. */
  topHeading?: 2 | 3 | 4
}

/**
 * Text of challenge and event authors. Raw HTML shows as text; links lead to http, https and mailto;
 * images come from this site alone; highlighting loads only where code names its language,
 * and after the text is shown. Where the renderer does not come, the text shows as it was written. It loads only for texts that have more than simpleMarkdown knows.
 */
export function Markdown({ text, topHeading = 2 }: MarkdownProps) {
  const simple = useMemo(
    () => (text.length <= mostSimpleCharacters ? simpleMarkdown(text) : null),
    [text],
  )
  const source = text.slice(0, mostCharacters)
  const plain = simple ? (
    <SimpleText blocks={simple} />
  ) : (
    <Plain text={text} topHeading={topHeading} />
  )
  return (
    <Prose>
      <PartBoundary key={text} fallback={() => <p className={css.source}>{source}</p>}>
        <Suspense fallback={<TextSkeleton text={source.slice(0, mostSimpleCharacters)} />}>
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
