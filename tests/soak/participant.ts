import type { Caller, TestPlatform } from '../platform/start-platform.ts'
import type { Random } from '../support/random.ts'

/** Flags of the soak's event, by challenge. */
export const flags: Readonly<Record<string, string>> = {
  plain: 'TEST{plain}',
  sinking: 'TEST{sinking}',
}
const services = ['bound', 'second', 'third', 'fourth']

/** Statuses that mean the platform itself failed. 503 means 'try again'. */
const isFault = (status: number) => status >= 500 && status !== 503

/** A person who plays at random, and remembers which flags were accepted. */
export function createParticipant(name: string, random: Random, problems: string[]) {
  const accepted = new Set<string>()
  let signIn: () => Promise<Caller>
  let call: Caller | null = null

  const ask = async (method: string, path: string, body?: unknown) => {
    call ??= await signIn()
    let reply = await call(method, path, body)
    if (reply.status === 401) {
      // Its token has expired.
      call = await signIn()
      reply = await call(method, path, body)
    }
    if (isFault(reply.status)) problems.push(`${name}: ${method} ${path}: ${reply.status}`)
    return reply
  }

  async function submit(slug: string, flag: string) {
    const { status, body } = await ask('POST', `/v1/challenges/${slug}/solve?category=misc`, {
      flag,
    })
    if (status !== 200) return
    if (body.status === 1) accepted.add(slug)
    if (body.status === 2 && flags[slug] === flag) problems.push(`${name}: ${slug}: refused`)
    if (body.status === 1 && flags[slug] !== flag) problems.push(`${name}: ${slug}: accepted`)
  }

  const instance = () => `/v1/challenges/${random.pick(services)}/instance`
  const desktop = '/v1/user/flugzeug'
  const actions: readonly (() => Promise<unknown>)[] = [
    () => ask('GET', '/v1/user/stats'),
    () => ask('GET', '/v1/stats/scoreboard'),
    () => ask('GET', '/v1/stats/solvetimes'),
    () => ask('GET', `${instance()}?category=net`),
    () => {
      const [slug, flag] = random.pick(Object.entries(flags))
      return submit(slug, flag)
    },
    () => submit('plain', `TEST{${random.below(1e6)}}`),
    () => ask('PUT', `${instance()}?category=net`),
    () => ask('DELETE', `${instance()}?category=net`),
    () => ask('POST', `${instance()}/prolong?category=net`),
    () => ask('POST', '/v1/challenges/plain/solve?category=misc', random.pick(oddBodies)),
    () => ask('GET', random.pick(oddPaths)),
  ]
  const rareActions: readonly (() => Promise<unknown>)[] = [
    () => ask('POST', desktop),
    () => ask('PUT', `${desktop}/start`),
    () => ask('PUT', `${desktop}/stop`),
    () => ask('POST', `${desktop}/prolong`),
    () => ask('DELETE', desktop),
  ]

  return {
    name,
    accepted: accepted as ReadonlySet<string>,
    services,
    /** Uses this platform from now on. */
    use(platform: TestPlatform) {
      signIn = () => platform.as(name)
      call = null
    },
    ask,
    act: () => (random.oneIn(60) ? random.pick(rareActions)() : random.pick(actions)()),
  }
}

export type SoakParticipant = ReturnType<typeof createParticipant>

const oddBodies: readonly unknown[] = [{}, [], 'text', { flag: 7 }, { flag: 'x'.repeat(70_000) }]
const oddPaths = ['/v1/challenges/%00?category=misc', '/v1/nowhere', '/v1/challenges/plain']
