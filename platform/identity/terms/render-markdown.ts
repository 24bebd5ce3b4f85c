import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

const heading = ({ children }: { children?: ReactNode }) => createElement('h3', null, children)

const components: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  // The form on the page keeps what was typed.
  a: ({ href, children }) =>
    createElement('a', { href, target: '_blank', rel: 'noopener noreferrer' }, children),
  // The page loads no pictures but the event's logo.
  img: ({ alt }) => alt,
  input: ({ checked }) => (checked ? '☑ ' : '☐ '),
}

/** Markdown of an organiser as HTML, with headings of the third level. HTML in it is shown as text. */
export const renderMarkdown = (text: string): string =>
  renderToStaticMarkup(
    createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], components, children: text }),
  )
