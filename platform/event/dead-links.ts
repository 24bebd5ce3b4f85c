import type { ChallengeDefinition } from './model.ts'
import { withoutCode } from './pictures/hidden-pictures.ts'
import type { Report } from './problems.ts'

const link = /(?<!!)\[[^\]]*\]\(\s*(?:<([^>\n]*)>|([^\s)]+))/g
/** An address with a scheme, a path of the site, or a part of the page. */
const isComplete = (target: string) => /^([a-z][a-z\d+.-]*:|[\\/#?])/i.test(target)

/** Warns of links to files beside the challenge's definition, as a repository shows them. */
export function warnOfDeadLinks(
  { description, hints }: Pick<ChallengeDefinition, 'description' | 'hints'>,
  report: Report,
): void {
  const warn = (field: string, text: string) => {
    const targets = [...withoutCode(text).matchAll(link)].map(
      ([, inBrackets, plain]) => inBrackets ?? plain ?? '',
    )
    for (const target of new Set(targets))
      if (!isComplete(target))
        report.warn(
          [field],
          `the link '${target}' leads to no page; the page has the challenge's files below the text`,
        )
  }
  warn('description', description)
  warn('hints', hints.map(({ text }) => text).join('\n\n'))
}
