import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient, type Reply, type Traffic } from './client.ts'
import { doors, type Known, late, locked, mistyped, services, triple } from './event.ts'
import { holdStream, type Stream } from './stream.ts'

/** What all members of a team know. */
export interface RehearsalTeam {
  name: string
  id: string
  joinToken: string
  /** Flags that were answered 'accepted' or 'submitted before', as `category/slug text`. */
  accepted: Set<string>
  /** The flags that its own environments printed, by the challenge's slug. */
  flagsFound: Map<string, string>
  founded: PromiseWithResolvers<void>
}

export interface RehearsalParticipant {
  readonly name: string
  readonly team: RehearsalTeam
  readonly client: Client
  readonly stream: Stream | null
  /** Makes an account, joins its team, and opens the live stream. */
  join(invite?: string): Promise<void>
  /** Plays until `isOver`. */
  play(isOver: () => boolean): Promise<void>
  /** Moves to another team, and plays on there. @param move is called while the participant rests */
  changeTeam(to: RehearsalTeam, move: () => Promise<void>): Promise<void>
  /** Submits a flag, and remembers the answer. */
  submit(challenge: Known, flag: string): Promise<Reply>
  /** Resolves when its current action has ended. */
  settled(): Promise<unknown>
  /** Stops playing, and closes its stream. */
  leave(): void
}

interface Around {
  origin: string
  traffic: Traffic
  problems: string[]
  /** All teams, so that flags can be passed on between them. */
  teams: readonly RehearsalTeam[]
  /** Whether participants rest: then they begin no action. */
  isResting: () => boolean
  /** Between two actions of one participant, milliseconds. */
  thinkMs: number
  /** How often an environment is used for every six submissions of a right flag. */
  environmentsWeight: number
}

export const createTeam = (index: number): RehearsalTeam => ({
  name: `Team ${index}`,
  id: '',
  joinToken: '',
  accepted: new Set(),
  flagsFound: new Map(),
  founded: Promise.withResolvers(),
})

export const flagKey = ({ category, slug }: Pick<Known, 'category' | 'slug'>, flag: string) =>
  `${category}/${slug} ${flag}`

/** How long an environment may print nothing, in milliseconds. */
const silence = 30_000

/** Commands of organisers can cause these refusals at any time. */
const byOrganisers = ['TIME_RESTRICTED', 'NOT_FOUND', 'REQUIREMENTS_NOT_MET']

export function createParticipant(
  name: string,
  firstTeam: RehearsalTeam,
  isFounder: boolean,
  { origin, traffic, problems, teams, thinkMs, environmentsWeight, isResting }: Around,
): RehearsalParticipant {
  const client = createClient(origin, traffic, name)
  let team = firstTeam
  let stream: Stream | null = null
  let busy: Promise<unknown> = Promise.resolve()
  let isGone = false
  let hasTriedMistyped = false

  const expect = (what: string, { status, code }: Reply, allowed: readonly string[]) => {
    if (status < 400 || allowed.includes(code ?? '')) return
    problems.push(`${name}: ${what} was refused with ${status} ${code}`)
  }

  async function submit(challenge: Known, flag: string): Promise<Reply> {
    const { category, slug } = challenge
    const into = team
    const path = `/v1/challenges/${slug}/solve?category=${category}`
    const reply = await client.call('POST', path, { flag })
    expect(`a flag of ${slug}`, reply, byOrganisers)
    const verdict = (reply.body as { status?: number } | null)?.status
    if (reply.status === 200 && verdict !== 2) into.accepted.add(flagKey(challenge, flag))
    return reply
  }

  async function submitRight(): Promise<void> {
    const all = [...doors, triple, late, locked, ...(hasTriedMistyped ? [] : [mistyped])]
    const open = all.flatMap(challenge =>
      challenge.flags
        .filter(flag => !team.accepted.has(flagKey(challenge, flag)))
        .map(flag => [challenge, flag] as const),
    )
    const [challenge, flag] = pick(open) ?? []
    if (!challenge || !flag) return
    hasTriedMistyped ||= challenge === mistyped
    const { status, body } = await submit(challenge, flag)
    if (status !== 200) return
    // Until the organiser corrects the file of `mistyped`, the platform refuses its right flags.
    if ((body as { status?: number }).status === 2 && challenge !== mistyped)
      problems.push(`${name}: the right flag ${flag} was rejected`)
  }

  /** Starts it, reads the flag that it prints, and submits that. */
  async function useEnvironment(): Promise<void> {
    const slug = pick(services) ?? ''
    const path = `/v1/challenges/${slug}/instance?category=net`
    const full = 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'
    expect('a start', await client.call('PUT', path), [...byOrganisers, full])
    for (let look = 0; look < 30 && !isGone && !isResting(); look++) {
      const reply = await client.call('GET', path)
      expect('an environment', reply, byOrganisers)
      const { state, exposedEndpoints: [endpoint] = [] } = reply.body as InstanceBody
      if (state === 'not-running' || reply.status !== 200) return
      if (state !== 'running' || !endpoint) {
        await delay(2000)
        continue
      }
      // A mate, an organiser or the end of its platform may stop it.
      const socket = connect(endpoint.port, endpoint.ip)
      socket.setTimeout(silence, () => {
        problems.push(`${name}: the environment of ${slug} took a connection, and was silent`)
        socket.destroy()
      })
      const printed = await text(socket).catch(() => '')
      if (printed.trim()) {
        team.flagsFound.set(slug, printed.trim())
        await submit({ category: 'net', slug, flags: [] }, printed.trim())
      }
      break
    }
    const more = Math.random()
    if (more < 0.3) expect('a stop', await client.call('DELETE', path), byOrganisers)
    else if (more < 0.5) {
      const extended = await client.call(
        'POST',
        `/v1/challenges/${slug}/instance/prolong?category=net`,
      )
      expect('an extension', extended, [...byOrganisers, 'CANNOT_PROLONG_CHALLENGE_INSTANCE'])
    }
  }

  async function passFlagOn(): Promise<void> {
    const [slug, flag] = pick([...(pick(teams)?.flagsFound ?? [])]) ?? []
    if (!slug || !flag || team.flagsFound.get(slug) === flag) return
    const { status, body } = await client.call(
      'POST',
      `/v1/challenges/${slug}/solve?category=net`,
      {
        flag,
      },
    )
    if (status === 200 && (body as { status: number }).status !== 2)
      problems.push(`${name}: the flag of another team was accepted`)
  }

  const look = (...paths: string[]) =>
    Promise.all(paths.map(async path => expect(path, await client.call('GET', path), byOrganisers)))

  const actions: readonly [weight: number, action: () => Promise<unknown>][] = [
    [5, () => look('/v1/user/stats', '/v1/stats/scoreboard', '/v1/challenges/')],
    [2, () => look('/v1/stats/history', '/v1/stats/solvetimes', '/v1/user/submissions')],
    [6, submitRight],
    [2, () => submit(pick(doors) ?? locked, `SHOW{${Math.random()}}`)],
    [environmentsWeight, useEnvironment],
    [1, passFlagOn],
    [
      1,
      async () => {
        const { category, slug } = pick(doors) ?? locked
        const hint = `/v1/challenges/${slug}/hints/dear?category=${category}`
        expect('a hint', await client.call('POST', hint), byOrganisers)
      },
    ],
  ]

  return {
    name,
    client,
    submit,
    get team() {
      return team
    },
    get stream() {
      return stream
    },
    async join(invite) {
      await client.register(invite)
      if (isFounder) {
        const made = await client.call('POST', '/v1/teams', { name: team.name })
        if (!made.isRetried) expect('a team', made, [])
        await client.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
        const { id, joinToken } = await client.read<{ id: string; joinToken: string }>(
          '/v1/user/team',
        )
        Object.assign(team, { id, joinToken })
        team.founded.resolve()
      } else {
        await team.founded.promise
        const joined = await client.call('POST', '/v1/teams/join', { joinToken: team.joinToken })
        if (!joined.isRetried) expect('a place in a team', joined, [])
      }
      stream = holdStream(origin, client)
    },
    async play(isOver) {
      while (!isOver() && !isGone) {
        await delay(thinkMs * (0.5 + Math.random()))
        await busy
        if (isOver() || isGone) return
        if (isResting()) continue
        busy = weighted(actions)().catch(error => {
          problems.push(`${name}: ${(error as Error).message}`)
        })
        await busy
      }
    },
    settled: () => busy,
    async changeTeam(to, move) {
      await busy
      const moving = move().then(() => {
        team = to
      })
      busy = moving.catch(() => {})
      await moving
    },
    leave() {
      isGone = true
      stream?.leave()
    },
  }
}

interface InstanceBody {
  state?: string
  exposedEndpoints?: { ip: string; port: number }[]
}

const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)]

function weighted<T>(options: readonly [weight: number, option: T][]): T {
  const sum = options.reduce((all, [weight]) => all + weight, 0)
  let left = Math.random() * sum
  for (const [weight, option] of options) {
    left -= weight
    if (left < 0) return option
  }
  throw new Error('there is no option')
}
