import { type Answer, createCall, type Participant } from '../../tests/support/participant.ts'
import { makeAccount } from '../../tests/support/signed-in.ts'

/** The width of a phone, and of a window on a desk. */
export type Width = 360 | 1440

/** The phase of the demo event, and who already plays it. */
export type Stand = 'upcoming' | 'running' | 'crowded' | 'over'

/** One page in one state: how to get there, from a freshly signed-in account. */
export interface Scene {
  readonly name: string
  readonly event: Stand
  /** Whether something covers the page: then the picture ends at the window's edge. */
  readonly isOverlay?: boolean
  /** The only widths at which the page exists. */
  readonly widths?: readonly Width[]
  readonly arrange: (participant: Participant) => Promise<unknown>
}

export const team = (participant: Participant) =>
  participant.call('POST', '/v1/teams', { name: `Team of ${participant.user}` })

const group = (participant: Participant) =>
  participant.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })

/** Makes a team, chooses a score group, and goes to a page. */
export const play =
  (path: string, then: (participant: Participant) => Promise<unknown> = async () => {}) =>
  async (participant: Participant) => {
    await team(participant)
    await group(participant)
    await participant.visit(path)
    await then(participant)
  }

/**
 * Makes a team and chooses a score group. Then goes to a page with answers that a real platform gives only
 * briefly or seldom. `body` replaces parts of the real answer.
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

/** Sends flags of the demo event, in order. */
export const submit =
  (flags: Readonly<Record<string, string>>) => async (participant: Pick<Participant, 'call'>) => {
    for (const [challenge, flag] of Object.entries(flags)) {
      const [category, slug] = challenge.split('/')
      await participant.call('POST', `/v1/challenges/${slug}/solve?category=${category}`, { flag })
    }
  }

const password = 'correct horse'
/** Each mate takes the next name: an account is in one team only. */
const mates = ['ada', 'a-pilot-with-a-long-name', 'grace', 'another-pilot-with-a-long-name']

/** A new member of the participant's team, who calls the API without a browser. */
export async function joinMate({ page, call }: Participant): Promise<Pick<Participant, 'call'>> {
  const name = mates.shift()
  if (!name) throw new Error('There are no more names for mates.')
  const { origin } = new URL(page.url())
  const { stored } = await makeAccount(origin, name, password)
  const mate = { call: createCall(origin, stored.access_token) }
  const { joinToken } = JSON.parse(await call('GET', '/v1/user/team')) as { joinToken: string }
  await mate.call('POST', '/v1/teams/join', { joinToken })
  return mate
}

export const instanceOf = (slug: string, category: string) =>
  `/v1/challenges/${slug}/instance?category=${category}`

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
