import { files, textOf } from './files.ts'

const hasTexts = /\bi18n\.t\(/
/** The files whose texts `lingui.config.ts` puts into the platform's catalogues. */
const isRead = (file: string) => /^(platform|scripts\/organise)\/.*texts\.ts$/.test(file)

/** A text that no catalogue gets would be shown in English in every language. */
export function* textProblems(): Generator<string> {
  for (const file of files.filter(one => /^(platform|scripts)\/.*\.ts$/.test(one)))
    if (hasTexts.test(textOf(file)) && !isRead(file))
      yield `${file} has texts that no catalogue gets. Move them to a file of platform/ or scripts/organise/ whose name ends in texts.ts.`
}
