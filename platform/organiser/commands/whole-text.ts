import * as v from 'valibot'
import { boundMarkdown } from '../../../src/api/markdown-bounds.ts'
import { localText } from '../../event/details/details-schema.ts'
import { text } from '../../event/fields.ts'
import { maxNameLength } from '../../event/texts.ts'

// A text of a file that is too long is cut, with a warning. One of a command is refused, because it is shown at once.

const isWhole = (given: string) => !boundMarkdown(given).isCut
const tooLong = 'is longer than 50,000 characters or 2,000 lines'

export const wholeText = v.pipe(text, v.check(isWhole, tooLong))

export const wholeTexts = v.pipe(
  localText,
  v.check(texts => Object.values(texts).every(isWhole), tooLong),
)

export const wholeNames = v.pipe(
  localText,
  v.check(
    texts => Object.values(texts).every(one => one.length <= maxNameLength),
    `is longer than ${maxNameLength} characters`,
  ),
)
