import { files, textOf } from './files.ts'

const hasTexts = /\bi18n\.t\(/
/** The files whose texts `lingui.config.ts` puts into the platform's catalogues. */
const isRead = (file: string) => /^(platform|scripts\/organise)\/.*texts\.ts$/.test(file)
const isCatalogue = (file: string) => /\/locales\/\w+\.po$/.test(file)
const hasStraightQuote = /^(msgid|msgstr|").*(\p{L}'\p{L}|\\")/u

/**
 * A text that no catalogue gets would be shown in English in every language. Quotes and apostrophes of texts are
 * typographic.
 */
export function* textProblems(): Generator<string> {
  for (const file of files.filter(one => /^(platform|scripts)\/.*\.ts$/.test(one)))
    if (hasTexts.test(textOf(file)) && !isRead(file))
      yield `${file} has texts that no catalogue gets. Move them to a file of platform/ or scripts/organise/ whose name ends in texts.ts.`
  for (const file of files.filter(isCatalogue))
    for (const [index, line] of textOf(file).split('\n').entries())
      if (hasStraightQuote.test(line))
        yield `${file}:${index + 1} has a straight quote or apostrophe. Texts have “ ” and ’.`
}
