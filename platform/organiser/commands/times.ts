import { and, eq, lt } from 'drizzle-orm'
import * as v from 'valibot'
import { solves } from '../../database/schema.ts'
import { block, duration } from '../../event/fields.ts'
import type { EventDefinition } from '../../event/model.ts'
import { plural } from '../../event/record/plural.ts'
import {
  type ChangeContext,
  changeCommand,
  OrganiserRefusal,
  type Plan,
  type PlannedChange,
} from '../command.ts'
import { disorder, isoOf } from '../decisions/decide.ts'
import type { MovableTime } from '../decisions/decisions.ts'
import { lockEnd } from '../decisions/end-lock.ts'
import { followDecisions } from './follow-decisions.ts'
import { moment, momentOf } from './moment.ts'

interface Moved extends Partial<Pick<EventDefinition, MovableTime>> {}

const played = 'flags, hints and starts'
const names = { end: 'end', postPlayEnd: 'end of post play', freeze: 'freeze' } as const

export const extend = changeCommand(
  block({ by: v.pipe(duration, v.minValue(1, 'must be longer than nothing')) }),
  async (context, { by }) => {
    const moved = later(context.current, by)
    return withLateSolves(context, moving(context, { moved, notes: [] }), moved.end)
  },
)

export const freeze = changeCommand(block({ at: moment }), async (context, { at }) => {
  const { now, current } = context
  const time = momentOf(at, current, now)
  const before = current.freeze
  const isFrozen = before !== null && before <= now
  // If it is asked for twice, the board stays as it was frozen first.
  const moved = isFrozen && at === 'now' ? {} : { freeze: time }
  const notes = time < now ? ['flags from then on disappear from the board until the end'] : []
  return moving(context, { moved, notes, ...(at === 'now' && { inWords: 'now' }) })
})

export const unfreeze = changeCommand(block({}), async context =>
  moving(context, { moved: { freeze: null }, notes: [] }),
)

export const pause = changeCommand(block({}), async context => {
  const { now, decisions } = context
  const { start, end } = context.current
  if (now < start || now >= end) throw new OrganiserRefusal('the event is not in play')
  const isPaused = decisions.pausedSince !== null
  const pausedSince = decisions.pausedSince ?? now.toISOString()
  return {
    changes: isPaused ? [] : [{ what: played, before: 'accepted', after: 'refused: paused' }],
    notes: isPaused
      ? [`the event is paused since ${pausedSince}`]
      : [
          "the header of each page says it; tell why with 'announce'",
          'environments that run go on, and can be extended',
          `the end comes at ${end.toISOString()}, also during a pause: 'extend' before if it may last longer`,
        ],
    apply: followDecisions(context, { ...decisions, pausedSince }),
  }
})

export const resume = changeCommand(
  block({ extend: v.optional(v.boolean(), true) }),
  async (context, given) => {
    const { now, current } = context
    const { pausedSince } = context.decisions
    const decisions = { ...context.decisions, pausedSince: null }
    if (pausedSince === null)
      return {
        changes: [],
        notes: ['the event is not paused'],
        apply: followDecisions(context, decisions),
      }
    // In whole minutes, so that the change to which the organiser agreed is still the same after the answer.
    const minute = 60_000
    const lost = Math.ceil((now.getTime() - Date.parse(pausedSince)) / minute) * minute
    const moved = given.extend ? later(current, lost) : {}
    const plan = moving({ ...context, decisions }, { moved, notes: [] })
    const accepted: PlannedChange = { what: played, before: 'refused: paused', after: 'accepted' }
    return { ...plan, changes: [accepted, ...plan.changes] }
  },
)

function later({ end, postPlayEnd }: EventDefinition, by: number) {
  const add = (time: Date) => new Date(time.getTime() + by)
  return { end: add(end), postPlayEnd: add(postPlayEnd) }
}

interface Moving {
  moved: Moved
  notes: string[]
  /** The new time that the organiser asked for. */
  inWords?: string
}

function moving(context: ChangeContext, { moved, notes, inWords }: Moving): Plan {
  const { current, decisions, now } = context
  const { base } = context.event
  const problem = disorder({ ...current, ...moved })
  if (problem) throw new OrganiserRefusal(problem)
  const times = { ...decisions.times }
  const changes: PlannedChange[] = []
  for (const name of Object.keys(moved) as MovableTime[]) {
    const [before, after] = [isoOf(current[name]), isoOf(moved[name] ?? null)]
    if (before === after) continue
    changes.push({ what: names[name], before, after: inWords ?? after })
    times[name] = { was: isoOf(base[name]), is: after }
  }
  const { freeze: frozen, end } = current
  if (moved.end && frozen && frozen > now)
    notes.push(`the freeze stays at ${frozen.toISOString()}; move it with 'freeze'`)
  else if (moved.end && frozen && end <= now && moved.end > now)
    notes.push(
      `the scoreboard is again as it was at ${frozen.toISOString()}, until the new end; 'unfreeze' ends that`,
    )
  return { changes, notes, apply: followDecisions(context, { ...decisions, times }) }
}

/** The flags that came after the end, and come before the new one, count: their accounts cannot submit them again. */
async function withLateSolves(context: ChangeContext, plan: Plan, end: Date): Promise<Plan> {
  const { tx, scores, current, now } = context
  if (current.end > now) return plan
  await lockEnd(tx)
  const isLate = and(eq(solves.counts, false), lt(solves.solvedAt, end))
  const late = await tx.select({ id: solves.accountId }).from(solves).where(isLate)
  const ids = [...new Set(late.map(({ id }) => id))]
  const changes = [...plan.changes]
  if (late.length > 0)
    changes.push({
      what: `${plural(late.length, 'flag')} after the end, of ${plural(ids.length, 'account')}`,
      before: 'no points',
      after: 'points',
    })
  return {
    ...plan,
    changes,
    async apply() {
      const follow = await plan.apply()
      await tx.update(solves).set({ counts: true }).where(isLate)
      const correct = await scores.corrected(tx, ids)
      return async () => {
        await follow()
        await correct()
      }
    },
  }
}
