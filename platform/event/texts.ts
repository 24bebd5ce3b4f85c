import { boundMarkdown } from '../../src/api/markdown-bounds.ts'
import type { Report } from './problems.ts'
import type { FieldPath } from './yaml-source.ts'

/** For a list, or for a text for each language. */
export const notOneText = 'is not a text, and a challenge has one text'

/** A text that every page can show. Each correction is a warning. */
export function readMarkdown(given: string, path: FieldPath, report: Report): string {
  const { text, isCut, isCode } = boundMarkdown(given)
  if (isCut) report.warn(path, 'is longer than 50,000 characters or 2,000 lines; its end is cut')
  if (isCode)
    report.warn(
      path,
      'is nested too deeply, or has too many marks, links or cells, for a page to show it in time; it is shown as it is typed',
    )
  return text
}

/** In characters. */
export const maxNameLength = 200
/** Control characters, and those that reverse text. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A name of one line that cannot change the text around it. Each correction is a warning. */
export function readName(given: string, path: FieldPath, report: Report): string {
  const line = given.toWellFormed().replace(/\s+/g, ' ').trim()
  const printed = line.replace(unprintable, '').trim()
  if (printed !== line)
    report.warn(
      path,
      'has characters that nobody sees and that change other text; they are left out',
    )
  if (printed.length <= maxNameLength) return printed
  report.warn(path, `is longer than ${maxNameLength} characters; its end is cut`)
  return printed.slice(0, maxNameLength).toWellFormed()
}
