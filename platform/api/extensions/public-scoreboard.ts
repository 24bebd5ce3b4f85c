import type { PublicScoreboard, Scoreboard } from '../../../src/api/contract.ts'
import { Refusal } from '../../refusal.ts'
import type { Handlers, Services } from '../context.ts'
import { requireStarted } from '../rules.ts'

/** How many accounts of each group. Callers are unknown, so the answer must stay small. */
const maxEntries = 100

/** All who ask get the same object until a board changes. */
const known = new WeakMap<Scoreboard, { boards: readonly Scoreboard[]; answer: PublicScoreboard }>()

export const publicScoreboardHandlers: Handlers<'getPublicScoreboard'> = {
  async getPublicScoreboard(context) {
    await requirePublic(context, context.address)
    const { event, scores, now } = context
    requireStarted(event.current, now)
    const { scoreGroups } = event.current
    // After a freeze, the board counts nobody's own flags.
    const boards = scoreGroups.map(({ slug }) => scores.scoreboard(slug, ''))
    const [firstBoard] = boards as [Scoreboard]
    const made = known.get(firstBoard)
    if (made && isSame(made.boards, boards)) return made.answer
    const answer = {
      groups: scoreGroups.map(({ slug, name }, index) => {
        const entries = boards[index]?.entries ?? []
        const first = entries.slice(0, maxEntries).map(({ rankBefore: _, ...entry }) => entry)
        return { slug, name, entries: first, accounts: entries.length }
      }),
      frozenSince: firstBoard.frozenSince ?? null,
    }
    known.set(firstBoard, { boards, answer })
    return answer
  },
}

/** Counts the call of a visitor. @throws Refusal if the event does not show its scoreboard to visitors */
export async function requirePublic(
  { event, limits }: Pick<Services, 'event' | 'limits'>,
  address: string,
): Promise<void> {
  await limits.publicCall(address)
  if (!event.current.publicScoreboard)
    throw new Refusal('NOT_FOUND', 'this event shows its scoreboard to participants only')
}

const isSame = (one: readonly Scoreboard[], other: readonly Scoreboard[]) =>
  one.length === other.length && one.every((board, index) => board === other[index])
