import { lazy, Suspense, useMemo } from 'react'
import { Prose } from './Prose.tsx'
import { SimpleText } from './SimpleText.tsx'
import { TextSkeleton } from './Skeleton.tsx'
import { simpleMarkdown } from './simpleMarkdown.ts'

const Plain = lazy(() => import('./MarkdownBody.tsx'))
const Highlighted = lazy(() => import('./MarkdownHighlighted.tsx'))

const namesALanguage = /^[ \t>]*(```|~~~)[ \t]*\w/m

/** Fetches the renderer while the text itself is still under way. */
export const preloadMarkdown = () => import('./MarkdownBody.tsx').then(() => undefined)

interface MarkdownProps {
  text: string
  /** The level of the text's first heading, below the page's own; none of the others skips one. */
  topHeading?: 2 | 3 | 4
}

/**
 * Text of challenge and event authors. Raw HTML shows as text; links lead to http, https and mailto;
 * images come from this site alone; highlighting loads only where code names its language,
 * and after the text is shown. The renderer loads only for texts that have more than simpleMarkdown knows.
 */
export function Markdown({ text, topHeading = 2 }: MarkdownProps) {
  const simple = useMemo(() => simpleMarkdown(text), [text])
  const plain = simple ? (
    <SimpleText blocks={simple} />
  ) : (
    <Plain text={text} topHeading={topHeading} />
  )
  return (
    <Prose>
      <Suspense fallback={<TextSkeleton text={text} />}>
        {namesALanguage.test(text) ? (
          <Suspense fallback={plain}>
            <Highlighted text={text} topHeading={topHeading} />
          </Suspense>
        ) : (
          plain
        )}
      </Suspense>
    </Prose>
  )
}
