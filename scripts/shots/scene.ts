import type { Answer, Stage } from './stage.ts'

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
  readonly arrange: (stage: Stage) => Promise<unknown>
}

export const team = (stage: Stage) =>
  stage.call('POST', '/v1/teams', { name: `Team of ${stage.user}` })

export const group = (stage: Stage) =>
  stage.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })

/** A team, a score group, and the page that is wanted. */
export const play =
  (path: string, then: (stage: Stage) => Promise<unknown> = async () => {}) =>
  async (stage: Stage) => {
    await team(stage)
    await group(stage)
    await stage.visit(path)
    await then(stage)
  }

/**
 * A team and a score group, then the page with answers that a real platform gives for too short a
 * time, or seldom: `body` goes over what it answered really.
 */
export const playWith =
  (path: string, answers: Readonly<Record<string, Answer>>, then?: Scene['arrange']) =>
  async (stage: Stage) => {
    await team(stage)
    await group(stage)
    for (const [pattern, answer] of Object.entries(answers)) await stage.answer(pattern, answer)
    await stage.visit(path)
    await then?.(stage)
  }

export const instanceOf = (slug: string, category: string) =>
  `/v1/challenges/${slug}/instance?category=${category}`

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
