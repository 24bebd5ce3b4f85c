import { and, countDistinct, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { solves } from '../../database/schema.ts'
import { isRefOf, rowKey, slugPath } from '../../event/challenge-key.ts'
import { block, list, suggest, text } from '../../event/fields.ts'
import type { ChallengeDefinition, EventDefinition } from '../../event/model.ts'
import { plural } from '../../event/record/plural.ts'
import { messageOf } from '../../log-errors.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type PlannedChange,
} from '../command.ts'
import { isHiddenAt } from '../decisions/decide.ts'
import type { Step } from '../decisions/decisions.ts'
import { followDecisions } from './follow-decisions.ts'
import { moment, momentOf } from './moment.ts'

const input = block({
  challenges: v.pipe(list(text), v.nonEmpty('names no challenge')),
  at: moment,
})

export const hide = changeCommand(input, (context, given) => planHiding(context, given, true))
export const release = changeCommand(input, (context, given) => planHiding(context, given, false))

async function planHiding(
  context: ChangeContext,
  given: v.InferOutput<typeof input>,
  isHidden: boolean,
) {
  const { event, now, current, decisions } = context
  const at = momentOf(given.at, current, now)
  if (at < now) throw new OrganiserRefusal(`${at.toISOString()} is in the past`)
  const all = { ...decisions.challenges }
  const changes: PlannedChange[] = []
  const notes: string[] = []
  const found = challengesNamed(event.base, given.challenges)
  for (const challenge of new Set(found)) {
    const key = rowKey(challenge.rowName)
    const before = all[key] ?? []
    const byFile = challenge.isHidden ?? false
    const after = withStep(before, { at: at.toISOString(), isHidden }, now, byFile)
    const [was, is] = [inWords(before, now, byFile), inWords(after, now, byFile)]
    if (was === is) continue
    changes.push({ what: slugPath(challenge), before: was, after: is })
    all[key] = after
    if (isHidden) notes.push(...(await consequences(context, challenge)))
  }
  return { changes, notes, apply: followDecisions(context, { ...decisions, challenges: all }) }
}

/** Leaves out past steps that no longer count, and later ones that the new one replaces. */
function withStep(before: readonly Step[], step: Step, now: Date, byFile: boolean): Step[] {
  const isNow = Date.parse(step.at) <= now.getTime()
  const current = before.findLast(({ at }) => Date.parse(at) <= now.getTime())
  const coming = before.filter(({ at }) => {
    const time = Date.parse(at)
    return !isNow && time > now.getTime() && time < Date.parse(step.at)
  })
  const kept = [...(current && !isNow ? [current] : []), ...coming]
  if (isNow && current?.isHidden === step.isHidden) return [current]
  // If the file says the same, there is no step, so a later change of the file counts.
  const isSo = kept.at(-1)?.isHidden ?? byFile
  return isSo === step.isHidden ? kept : [...kept, step]
}

function inWords(steps: readonly Step[], now: Date, byFile: boolean): string {
  const state = isHiddenAt(steps, now.getTime(), byFile) ? 'hidden' : 'shown'
  const coming = steps.filter(({ at }) => Date.parse(at) > now.getTime())
  return [state, ...coming.map(one => `${one.isHidden ? 'hidden' : 'shown'} from ${one.at}`)].join(
    ', ',
  )
}

async function consequences({ tx, event }: ChangeContext, challenge: ChallengeDefinition) {
  const { category, slug } = challenge.rowName
  const [row] = await tx
    .select({ accounts: countDistinct(solves.accountId) })
    .from(solves)
    .where(and(eq(solves.category, category), eq(solves.slug, slug)))
  const path = slugPath(challenge)
  const accounts = row?.accounts ?? 0
  const needing = event.base.challenges.filter(({ requires }) =>
    requires.some(ref => isRefOf(ref, challenge)),
  )
  return [
    ...(accounts > 0
      ? [`${plural(accounts, 'account')} solved ${path}: no points for it while it is hidden`]
      : []),
    ...(challenge.environment ? [`environments of ${path} are stopped`] : []),
    ...needing.map(one => `${slugPath(one)} does not require ${path} while that is hidden`),
  ]
}

/** @throws OrganiserRefusal with a line for each name that is not one challenge's */
function challengesNamed(event: EventDefinition, names: readonly string[]): ChallengeDefinition[] {
  const problems: string[] = []
  const found = names.flatMap(name => {
    try {
      return challengeNamed(event, name)
    } catch (error) {
      problems.push(messageOf(error))
      return []
    }
  })
  if (problems.length > 0) throw new OrganiserRefusal(problems.join('\n'))
  return found
}

/** Finds a challenge by category and slug, or by its name if only one has it. @throws OrganiserRefusal */
export function challengeNamed({ challenges }: EventDefinition, name: string): ChallengeDefinition {
  const isNamed = (one: ChallengeDefinition) =>
    slugPath(one) === name || rowKey(one.rowName) === name
  const named = challenges.filter(
    one => one.slug === name || one.name.toLowerCase() === name.toLowerCase(),
  )
  const found = challenges.find(isNamed) ?? (named.length === 1 ? named[0] : undefined)
  if (found) return found
  if (named.length > 1)
    throw new OrganiserRefusal(`'${name}' is one of ${named.map(slugPath).join(', ')}`)
  throw new OrganiserRefusal(
    `there is no challenge '${name}'; ${suggest(name, challenges.map(slugPath))}`,
  )
}
