import type { Answer, Participant } from './participant.ts'

/** Of a phone, of a desk. */
export type Width = 360 | 1440

/** When the demo event is, and who plays it already. */
export type Stand = 'upcoming' | 'running' | 'crowded' | 'over'

/** One screen in one state: how to get there, from a freshly signed-in account. */
export interface Scene {
  readonly name: string
  readonly event: Stand
  /** Something lies over the page: the picture ends with the window. */
  readonly isOverlay?: boolean
  /** Where the screen is there at these widths only. */
  readonly widths?: readonly Width[]
  readonly arrange: (participant: Participant) => Promise<unknown>
}

export const team = (participant: Participant) =>
  participant.call('POST', '/v1/teams', { name: `Team of ${participant.user}` })

export const group = (participant: Participant) =>
  participant.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })

/** A team, a score group, and the page that is wanted. */
export const play =
  (path: string, then: (participant: Participant) => Promise<unknown> = async () => {}) =>
  async (participant: Participant) => {
    await team(participant)
    await group(participant)
    await participant.visit(path)
    await then(participant)
  }

/**
 * A team and a score group, then the page with answers that a real platform gives for too short a
 * time, or seldom: `body` goes over what it answered really.
 */
export const playWith =
  (path: string, answers: Readonly<Record<string, Answer>>, then?: Scene['arrange']) =>
  async (participant: Participant) => {
    await team(participant)
    await group(participant)
    for (const [pattern, answer] of Object.entries(answers))
      await participant.answer(pattern, answer)
    await participant.visit(path)
    await then?.(participant)
  }

export const instanceOf = (slug: string, category: string) =>
  `/v1/challenges/${slug}/instance?category=${category}`

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
