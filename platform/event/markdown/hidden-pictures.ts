import { pictureName } from '../../../src/domain/text/picture-name.ts'
import type { ChallengeDefinition } from '../model.ts'
import type { Report } from '../problems.ts'
import { targetsIn } from './targets.ts'

type Texts = Pick<ChallengeDefinition, 'description' | 'hints' | 'files'>

/** Warns of pictures of which participants see the words only. */
export function warnOfHiddenPictures({ description, hints, files }: Texts, report: Report): void {
  const shown = new Set(files.filter(file => file.picture).map(({ name }) => name))
  const given = new Set(files.map(({ name }) => name))
  for (const { field, target } of targetsIn({ description, hints }, 'picture')) {
    const name = pictureName(target)
    if (isOfSite(target) || shown.has(name)) continue
    const why = /^([a-z][a-z\d+.-]*:|[\\/]{2})/i.test(target)
      ? 'is on another site'
      : given.has(name)
        ? 'is no PNG, JPEG, GIF or WebP picture that can be shown'
        : 'is not among its files'
    report.warn([field], `the picture '${target}' ${why}; its words are shown in its place`)
  }
}

/** Whether it is a path of the site. Only the site knows what is there. */
const isOfSite = (target: string) => /^[\\/](?![\\/])/.test(target)
