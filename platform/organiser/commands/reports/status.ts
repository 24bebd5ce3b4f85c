import { rowKey, slugPath } from '../../../event/challenge-key.ts'
import { block } from '../../../event/fields.ts'
import { readNotTaken } from '../../../event/record/as-run.ts'
import { viewCommand } from '../../command.ts'
import { isHiddenAt, isoOf } from '../../decisions/decide.ts'
import { readDecisions } from '../../decisions/decisions.ts'
import { hintsGiven } from '../hints.ts'

/** What organisers decided, and what follows from it for the event. */
export const showStatus = viewCommand(block({}), async ({ database, event, clock }) => {
  const { name, start, end, postPlayEnd, freeze, announcements } = event.current
  const now = clock.now()
  const decisions = await readDecisions(database.db)
  const { challenges, pausedSince, registration } = decisions
  return {
    name,
    now: new Date(now).toISOString(),
    start: isoOf(start),
    freeze: isoOf(freeze),
    end: isoOf(end),
    postPlayEnd: isoOf(postPlayEnd),
    pausedSince,
    registration,
    challenges: event.base.challenges.map(one => {
      const steps = challenges[rowKey(one.rowName)] ?? []
      return {
        challenge: slugPath(one),
        name: one.name,
        isHidden: isHiddenAt(steps, now, one.isHidden ?? false),
        coming: steps.filter(({ at }) => Date.parse(at) > now),
      }
    }),
    notTaken: await readNotTaken(database),
    hints: hintsGiven({ event, decisions }).map(({ challenge, hint }) => ({ challenge, ...hint })),
    announcements: announcements.map(one => ({ ...one, time: one.time.toISOString() })),
  }
})

/** What prints of the event carry. */
export const showBrand = viewCommand(block({}), async ({ event, clock }) => {
  const { name, details, logo, end } = event.current
  return {
    name,
    accentColor: details.accentColor ?? null,
    end: end.toISOString(),
    isOver: clock.now() >= end.getTime(),
    logo: logo && { type: logo.type, base64: Buffer.from(logo.bytes).toString('base64') },
  }
})
