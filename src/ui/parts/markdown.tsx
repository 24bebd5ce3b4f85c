import { Suspense, useMemo } from 'react'
import { boundMarkdown } from '../../api/contract.ts'
import { onDemand } from '../on-demand.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import css from './markdown.module.css'
import { Prose } from './prose.tsx'
import { simpleMarkdown } from './simple-markdown.ts'
import { SimpleText } from './simple-text.tsx'
import { TextSkeleton } from './skeleton.tsx'

const Plain = onDemand(async () => (await import('./markdown-body.tsx')).default)
const Highlighted = onDemand(async () => (await import('./markdown-highlighted.tsx')).default)

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
export function Markdown({ text: given, topHeading = 2 }: MarkdownProps) {
  // Our platform bounds texts when it loads them; another backend may send anything.
  const { text } = useMemo(() => boundMarkdown(given), [given])
  const simple = useMemo(() => simpleMarkdown(text), [text])
  const plain = simple ? (
    <SimpleText blocks={simple} />
  ) : (
    <Plain text={text} topHeading={topHeading} />
  )
  return (
    <Prose>
      <PartBoundary key={text} fallback={() => <p className={css.source}>{text}</p>}>
        <Suspense fallback={<TextSkeleton text={text} />}>
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
