import { pictureName } from '../../../src/domain/text/picture-name.ts'
import type { ChallengeDefinition } from '../model.ts'
import type { Report } from '../problems.ts'

type Texts = Pick<ChallengeDefinition, 'description' | 'hints' | 'files'>

/** A block of code, or code in a line: marks of pictures and links in it are no pictures or links. */
const code =
  /^ {0,3}(?<fence>`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\k<fence>|$(?![\s\S]))|(?<tick>`+)[^`]+?\k<tick>(?!`)/gm
const picture = /!\[[^\]]*\]\(\s*(?:<([^>\n]*)>|([^\s)]+))/g

/** Warns of pictures of which participants see the words only. */
export function warnOfHiddenPictures({ description, hints, files }: Texts, report: Report): void {
  const shown = new Set(files.filter(file => file.picture).map(({ name }) => name))
  const given = new Set(files.map(({ name }) => name))
  const warn = (field: string, text: string) => {
    for (const source of sourcesOf(text)) {
      const name = pictureName(source)
      if (shown.has(name)) continue
      const why = /^([a-z][a-z\d+.-]*:|[\\/]{2})/i.test(source)
        ? 'is on another site'
        : given.has(name)
          ? 'is no PNG, JPEG, GIF or WebP picture that can be shown'
          : 'is not among its files'
      report.warn([field], `the picture '${source}' ${why}; its words are shown in its place`)
    }
  }
  warn('description', description)
  warn('hints', hints.map(({ text }) => text).join('\n\n'))
}

export const withoutCode = (text: string) => text.replace(code, '')

/** Each once. Paths of the site are not among them, because only the site knows them. */
function sourcesOf(text: string): Set<string> {
  const all = [...withoutCode(text).matchAll(picture)].map(
    ([, inBrackets, plain]) => inBrackets ?? plain ?? '',
  )
  return new Set(all.filter(source => !/^[\\/](?![\\/])/.test(source)))
}
