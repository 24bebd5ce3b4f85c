import * as v from 'valibot'
import { boundMarkdown } from '../../../src/api/markdown-bounds.ts'
import { localText } from '../../event/details/details-schema.ts'
import { text } from '../../event/fields.ts'
import { maxNameLength } from '../../event/texts.ts'

// What is in a file is cut, with a warning. What is given by command is shown at once, so it is refused.

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
