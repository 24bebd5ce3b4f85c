import type { ChallengeDefinition } from '../model.ts'
import type { Report } from '../problems.ts'
import { targetsIn } from './targets.ts'

/** An address with a scheme, a path of the site, or a part of the page. */
const isComplete = (target: string) => /^([a-z][a-z\d+.-]*:|[\\/#?])/i.test(target)

/** Warns of links to files beside the challenge's definition, as a repository shows them. */
export function warnOfDeadLinks(
  texts: Pick<ChallengeDefinition, 'description' | 'hints'>,
  report: Report,
): void {
  for (const { field, target } of targetsIn(texts, 'link'))
    if (!isComplete(target))
      report.warn(
        [field],
        `the link '${target}' leads to no page; the page has the challenge's files below the text`,
      )
}
