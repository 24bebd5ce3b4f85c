import type { PublicScoreboard, Scoreboard } from '../../../src/api/contract.ts'
import { Refusal } from '../../refusal.ts'
import type { Handlers } from '../context.ts'
import { requireStarted } from '../rules.ts'

/** Of each group. Whoever asks is unknown, so the answer must stay small. */
const mostEntries = 100

/** All who ask get the same object until a board changes. */
const known = new WeakMap<Scoreboard, { boards: readonly Scoreboard[]; answer: PublicScoreboard }>()

export const publicScoreboardCalls: Handlers<'getPublicScoreboard'> = {
  async getPublicScoreboard({ event, scores, limits, address, now }) {
    await limits.look(address)
    const { publicScoreboard, scoreGroups } = event.current
    if (!publicScoreboard)
      throw new Refusal('NOT_FOUND', 'this event shows its scoreboard to participants only')
    requireStarted(event.current, now)
    // Nobody's own flags are counted after a freeze.
    const boards = scoreGroups.map(({ slug }) => scores.scoreboard(slug, ''))
    const [firstBoard] = boards as [Scoreboard]
    const made = known.get(firstBoard)
    if (made && isSame(made.boards, boards)) return made.answer
    const answer = {
      groups: scoreGroups.map(({ slug, name }, index) => {
        const entries = boards[index]?.entries ?? []
        const first = entries.slice(0, mostEntries).map(({ rankBefore: _, ...entry }) => entry)
        return { slug, name, entries: first, accounts: entries.length }
      }),
      frozenSince: firstBoard.frozenSince ?? null,
    }
    known.set(firstBoard, { boards, answer })
    return answer
  },
}

const isSame = (one: readonly Scoreboard[], other: readonly Scoreboard[]) =>
  one.length === other.length && one.every((board, index) => board === other[index])
