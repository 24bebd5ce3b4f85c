import { isDeepStrictEqual } from 'node:util'
import type { Directory } from '../api/directory.ts'
import type { Bus } from '../bus.ts'
import type { Topics } from '../bus-topics.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import { findByRow, refOf, refOfRow } from '../event/challenge-key.ts'
import type { EventDefinition } from '../event/model.ts'
import type { Scores } from '../scores/scores.ts'
import type { Streams } from './streams.ts'

interface NewsOptions {
  bus: Bus
  clock: Clock
  event: CurrentEvent
  scores: Scores
  directory: Pick<Directory, 'onChange'>
  streams: Pick<Streams, 'tell' | 'end' | 'count'>
}

export interface News {
  /** Sends messages about moments that have passed since the last call. */
  passTime(): void
  /** The event was replaced. */
  eventChanged(before: EventDefinition): void
}

type Scored = Pick<Topics['hint.taken'], 'accountId' | 'category' | 'slug'>

/** Time between two messages to a group about its board, in milliseconds. Each open stream adds to it. */
const boardMs = 2000
const boardMsPerReader = 3
/** By then, all replicas have the solve on their boards. In milliseconds. */
const lagMs = 50

/** Turns events of the bus into messages of the streams. */
export function createNews({ bus, clock, event, scores, directory, streams }: NewsOptions): News {
  const { tell } = streams
  const boardAt = new Map<string, number>()
  const boardsDue = new Set<string>()
  const hasFirst = new Set<string>()
  /** The score groups of accounts that are being corrected. A ban takes an account out of its group. */
  const groupsBefore = new Map<string, string | undefined>()
  let checkedAt = clock.now()

  const notifyBoard = (group: string) => {
    if (boardsDue.has(group)) return
    boardsDue.add(group)
    const interval = Math.max(boardMs, boardMsPerReader * streams.count)
    const wait = (boardAt.get(group) ?? Number.NEGATIVE_INFINITY) + interval - clock.monotonic()
    clock.after(Math.max(0, wait), () => {
      boardsDue.delete(group)
      boardAt.set(group, clock.monotonic())
      if (scores.isFrozen()) return
      scores.refresh(group)
      tell({ to: { group }, topic: 'scoreboard' })
    })
  }
  /** All boards are made again first: who got an old one now would keep it for a minute. */
  const notifyAllBoards = () => {
    for (const { slug } of event.current.scoreGroups) scores.refresh(slug)
    tell({ to: 'everybody', topic: 'scoreboard' })
  }
  const notifyFirst = (group: string, { accountId, category, slug }: Scored) => {
    const challenge = findByRow(event.current, { category, slug })
    const key = `${group} ${category}/${slug}`
    if (!challenge || hasFirst.has(key)) return
    const first = scores.first(group, challenge)
    if (first === undefined) return
    hasFirst.add(key)
    if (first !== accountId) return
    scores.refresh(group)
    tell({
      to: { group },
      topic: 'firstBlood',
      challenge: refOf(challenge),
    })
  }
  const scored = (topic: 'solve' | 'hint') => (change: Scored) => {
    tell({
      to: { account: change.accountId },
      topic,
      challenge: refOfRow(event.current, change),
    })
    clock.after(lagMs, () => {
      const group = scores.groupOf(change.accountId)
      // Between freeze and end, others must not even notice it.
      if (group === undefined || scores.isFrozen()) return
      if (topic === 'solve') notifyFirst(group, change)
      notifyBoard(group)
    })
  }

  // Clients read at once when they get a message, so what answers them must be up to date by then.
  bus.onHandled('flag.solved', scored('solve'))
  bus.on('accounts.corrected', ids => {
    for (const id of ids) groupsBefore.set(id, scores.groupOf(id))
  })
  bus.onHandled('accounts.corrected', ids => {
    for (const id of ids) {
      for (const topic of ['scoreboard', 'team'] as const) tell({ to: { account: id }, topic })
      for (const group of new Set([groupsBefore.get(id), scores.groupOf(id)])) {
        if (group === undefined) continue
        for (const key of hasFirst) if (key.startsWith(`${group} `)) hasFirst.delete(key)
        notifyBoard(group)
      }
      groupsBefore.delete(id)
    }
  })
  bus.onHandled('hint.taken', scored('hint'))
  bus.onHandled('environments.changed', ({ accountId }) => {
    tell({ to: { account: accountId }, topic: 'environment' })
  })
  bus.onReloaded(() => tell({ to: 'everybody', topic: 'everything' }))
  directory.onChange((what, id) => {
    // Who leaves a team is no longer of its account.
    tell({ to: what === 'user' ? { user: id } : { account: id }, topic: 'team' })
    // The stream is opened again for the account, or with the score group, that the user has now.
    if (what === 'user') streams.end(({ userId }) => userId === id)
    if (what === 'account') streams.end(({ accountId }) => accountId === id)
  })

  return {
    passTime() {
      const now = clock.now()
      const since = checkedAt
      checkedAt = now
      const isDue = (time: Date | null) =>
        time !== null && time.getTime() > since && time.getTime() <= now
      const { announcements, freeze, end } = event.current
      if (announcements.some(({ time }) => isDue(time)))
        tell({ to: 'everybody', topic: 'announcements' })
      if (isDue(end)) notifyAllBoards()
      else if (isDue(freeze)) tell({ to: 'everybody', topic: 'scoreboard' })
    },
    eventChanged(before) {
      const { challenges, announcements, ...rest } = event.current
      const hidingOf = ({ freeze, end }: EventDefinition) => ({ freeze, end })
      // A board that was frozen may be open now, and the other way round.
      if (!isDeepStrictEqual(hidingOf(event.current), hidingOf(before))) notifyAllBoards()
      const { challenges: oldChallenges, announcements: oldAnnouncements, ...oldRest } = before
      if (!isDeepStrictEqual(rest, oldRest)) tell({ to: 'everybody', topic: 'event' })
      if (!isDeepStrictEqual(challenges, oldChallenges))
        tell({ to: 'everybody', topic: 'challenges' })
      if (!isDeepStrictEqual(announcements, oldAnnouncements))
        tell({ to: 'everybody', topic: 'announcements' })
    },
  }
}
