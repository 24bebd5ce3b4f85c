/**
 * In the app's files, this replaces what remark-gfm brings to write Markdown (`mdast-util-to-markdown`,
 * `markdown-table`). The app only reads it.
 */
export const defaultHandlers = {}

export function markdownTable(): never {
  throw new Error('The app does not write Markdown.')
}
