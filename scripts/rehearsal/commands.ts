import { writeFile } from 'node:fs/promises'
import { createBrowser, signIn } from '../../tests/platform/core/sign-in-browser.ts'
import type { Standing } from './compare.ts'
import type { RehearsalEvent } from './event.ts'
import type { RehearsalParticipant, RehearsalTeam } from './participant.ts'
import type { Site } from './site.ts'
import { until } from './until.ts'

export interface Rehearsal {
  site: Site
  event: RehearsalEvent
  people: readonly RehearsalParticipant[]
  teams: readonly RehearsalTeam[]
  /** A participant that no organiser changes. */
  witness: RehearsalParticipant
  /** One more participant joins by an invite code, and plays. */
  newcomer(name: string, team: RehearsalTeam, invite: string): Promise<void>
  /** What was taken back, as `TEAM ID category/slug`. */
  takenBack: Set<string>
}

/** What a command answers that changes something. */
export interface Done {
  changes: unknown[]
  notes: string[]
}

export type Commands = ReturnType<typeof createCommands>

/** The commands of an organiser, and what participants must see after them. */
export function createCommands(rehearsal: Rehearsal) {
  const { site, event, people, teams, witness } = rehearsal
  const see = async <T>(...words: string[]): Promise<T> => JSON.parse(await site.organise(...words))
  const change = async (...words: string[]): Promise<Done> => {
    const done = await see<Done>(...words)
    if (done.changes.length === 0) throw new Error(`${words.join(' ')} changed nothing`)
    return done
  }
  /** Waits until a participant sees the wanted answer on every platform that runs. */
  async function everywhere<T>(
    path: string,
    isSo: (body: T) => boolean,
    who = witness,
  ): Promise<void> {
    for (const { name, origin } of site.platforms.filter(one => one.isUp()))
      await until(50, async () => {
        const headers = { authorization: `Bearer ${await who.client.current()}` }
        const response = await fetch(origin + path, { headers })
        const body = (await response.json()) as T
        const isShown = response.ok && isSo(body)
        return isShown || `${path} of platform ${name} does not show it: ${response.status}`
      })
  }
  const team = (index: number) => teams[index] as RehearsalTeam
  const founder = (index: number) =>
    people.find(one => one.team === teams[index]) as RehearsalParticipant
  const board = (isSo: (entries: Standing[]) => boolean) =>
    everywhere<{ entries: Standing[] }>('/v1/stats/scoreboard', ({ entries }) => isSo(entries))
  const onBoard = (index: number, isThere: boolean) =>
    board(entries => entries.some(one => one.accountId === team(index).id) === isThere)
  const announced = (title: string, isThere: boolean) =>
    everywhere<{ announcements: { title: { en: string } }[] }>(
      '/v1/announcements',
      ({ announcements }) => announcements.some(one => one.title.en === title) === isThere,
    )
  const listed = (slug: string, isThere: boolean) =>
    everywhere<{ slug: string }[]>(
      '/v1/challenges/',
      all => all.some(one => one.slug === slug) === isThere,
    )
  const tells = (path: string, isSo: (text: string) => boolean, who = witness) =>
    everywhere(path, body => isSo(JSON.stringify(body)), who)
  const refused = async (username: string) => {
    const made = signIn(createBrowser(), site.origin, username, 'correct horse', 'create')
    const [{ status }] = await Promise.allSettled([made])
    if (status === 'fulfilled') throw new Error(`${username} got an account`)
  }

  /** Submits a wrong flag of a door, and finds it in the list of wrong flags. */
  const wrongOf = async (index: number) => {
    const door = { category: 'crypto', slug: 'door-0', flags: [] }
    await founder(index).submit(door, 'SHOW{nearly}')
    const all = await see<{ id: number; text: string; account: string }[]>(
      'wrong',
      '--last',
      '10000',
    )
    const found = all.find(one => one.text === 'SHOW{nearly}' && one.account === team(index).name)
    if (!found) throw new Error('the wrong flag is not there')
    return { door, id: found.id }
  }

  /** Starts an environment of team 0. A member may stop it at any time. */
  const startService = () =>
    founder(0).client.call('PUT', '/v1/challenges/service-0/instance?category=net')

  const importOne = async (name: string, teamName: string) => {
    const file = `${event.folder}-${name}.csv`
    await writeFile(file, `name,team,password\n${name},${teamName},correct horse\n`)
    await change('import', file)
  }

  return {
    see,
    change,
    everywhere,
    team,
    founder,
    board,
    onBoard,
    announced,
    listed,
    tells,
    refused,
    wrongOf,
    startService,
    importOne,
  }
}
