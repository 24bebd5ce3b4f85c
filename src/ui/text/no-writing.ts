/**
 * In the app's files, this replaces the packages with which remark-gfm writes Markdown (`mdast-util-to-markdown`,
 * `markdown-table`). The app only reads it.
 */
export const defaultHandlers = {}

export function markdownTable(): never {
  throw new Error('The app does not write Markdown.')
}
