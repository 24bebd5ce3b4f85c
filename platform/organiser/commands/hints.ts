import { count, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { hintsTaken } from '../../database/schema.ts'
import { rowKey, slugPath } from '../../event/challenge-key.ts'
import { block, text } from '../../event/fields.ts'
import { readHints } from '../../event/hints.ts'
import type { HintDefinition, Problem } from '../../event/model.ts'
import { createReport } from '../../event/problems.ts'
import { plural } from '../../event/record/plural.ts'
import { parseSource } from '../../event/yaml-source.ts'
import { type ChangeContext, changeCommand, OrganiserRefusal, type Plan } from '../command.ts'
import type { Decisions } from '../decisions/decisions.ts'
import { challengeNamed } from './challenges.ts'
import { followDecisions } from './follow-decisions.ts'
import { newId } from './new-id.ts'
import { wholeText } from './whole-text.ts'

const points = v.pipe(
  v.number('must be a number of points'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must be 0 or more'),
  v.maxValue(1e9, 'must be 1000000000 or less'),
)

/** Gives a challenge another hint. */
export const hint = changeCommand(
  block({ challenge: text, text: wholeText, cost: v.optional(points, 0) }),
  async (context, given) => {
    const { event, decisions } = context
    const challenge = challengeNamed(event.base, given.challenge)
    const key = rowKey(challenge.rowName)
    const problems: Problem[] = []
    const asked = {
      id: newId(),
      cost: given.cost,
      content: given.text,
    }
    // Read like a hint in the challenge's file. JSON is YAML.
    const source = parseSource(JSON.stringify({ hints: [asked] }), 'hint')
    const [made] = readHints(source, { hints: [asked] }, createReport(source, problems)).hints
    if (!made) throw new OrganiserRefusal('the text has nothing that can be shown')
    const hints = { ...decisions.hints, [key]: [...(decisions.hints[key] ?? []), made] }
    return {
      changes: [{ what: `hint of ${slugPath(challenge)}`, before: null, after: inWords(made) }],
      notes: problems.map(({ message }) => message),
      apply: followDecisions(context, { ...decisions, hints }),
    }
  },
)

/** @returns null if no hint that was given by command has this id */
export async function planTakeHintBack(context: ChangeContext, id: string): Promise<Plan | null> {
  const { tx, decisions } = context
  const found = hintsGiven(context).find(one => one.hint.id === id)
  if (!found) return null
  const [row] = await tx
    .select({ accounts: count() })
    .from(hintsTaken)
    .where(eq(hintsTaken.hintId, id))
  const accounts = row?.accounts ?? 0
  if (accounts > 0)
    throw new OrganiserRefusal(`${plural(accounts, 'account')} paid for this hint: it stays`)
  const { [found.key]: before = [], ...others } = decisions.hints
  const rest = before.filter(one => one.id !== id)
  const hints = rest.length > 0 ? { ...others, [found.key]: rest } : others
  return {
    changes: [{ what: `hint of ${found.challenge}`, before: inWords(found.hint), after: null }],
    notes: [],
    apply: followDecisions(context, { ...decisions, hints }),
  }
}

/** The hints that were given by command, each with its challenge. */
export const hintsGiven = ({
  event,
  decisions: { hints },
}: Pick<ChangeContext, 'event'> & { decisions: Pick<Decisions, 'hints'> }) =>
  Object.entries(hints).flatMap(([key, ofChallenge]) => {
    const known = event.base.challenges.find(one => rowKey(one.rowName) === key)
    const challenge = known ? slugPath(known) : key
    return ofChallenge.map(one => ({ key, challenge, hint: one }))
  })

const inWords = ({ cost, text }: HintDefinition) => `${plural(cost, 'point')}; ${text}`
