import { setTimeout as delay } from 'node:timers/promises'
import { createBrowser, signIn } from '../../tests/platform/core/sign-in-browser.ts'

export interface Reply {
  status: number
  /** The code of a refusal. */
  code: string | null
  body: unknown
  /** It was sent more than once: an earlier attempt may have been carried out. */
  isRetried: boolean
}

/** What happened to all requests together. */
export interface Traffic {
  /** Milliseconds of each request that was answered. */
  times: number[]
  /** How often each answer from 500 on came, and how often an answer was lost. */
  faults: Map<string, number>
  /** Waits that a limit asked for. */
  waits: number
}

export const createTraffic = (): Traffic => ({ times: [], faults: new Map(), waits: 0 })

/** Seconds for which a request that gets no answer is sent again. */
const timeout = 90

/** Calls the API for one user. As the app does, it repeats requests that get no answer. */
export function createClient(origin: string, traffic: Traffic, username: string) {
  let token: Promise<string> | null = null
  let password = `correct horse ${username}`

  const enter = async () =>
    (await persist(() => signIn(createBrowser(), origin, username, password))).access_token

  /** Repeats it until it succeeds: a platform may be down, or the queue of the sign-in may be full. */
  async function persist<T>(work: () => Promise<T>): Promise<T> {
    for (const begun = performance.now(); ; await delay(1000)) {
      try {
        return await work()
      } catch (error) {
        if (performance.now() - begun > timeout * 1000) throw error
        count(`sign-in: ${(error as Error).message}`.slice(0, 70))
      }
    }
  }

  const count = (what: string) => traffic.faults.set(what, (traffic.faults.get(what) ?? 0) + 1)

  async function send(method: string, path: string, body: unknown, authorization: string) {
    const begun = performance.now()
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { authorization },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout * 1000),
      })
      const text = await response.text()
      traffic.times.push(performance.now() - begun)
      if (response.status >= 500) count(`${response.status}`)
      return { status: response.status, text, after: response.headers.get('retry-after') }
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw unanswered(method, path)
      count(`lost: ${causeOf(error)}`)
      return null
    }
  }

  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const begun = performance.now()
    let [isRetried, isRenewed] = [false, false]
    for (;;) {
      const authorization = `Bearer ${await current()}`
      const reply = await send(method, path, body, authorization)
      const isLate = performance.now() - begun > timeout * 1000
      if (reply?.status === 429 && !isLate) {
        traffic.waits++
        await delay(Number(reply.after ?? 1) * 1000)
      } else if (reply?.status === 401 && !isRenewed) {
        isRenewed = true
        token = null
      } else if ((!reply || reply.status >= 500) && !isLate) {
        isRetried = true
        await delay(1000)
      } else if (reply) return { ...parsed(reply), isRetried }
      else throw unanswered(method, path)
    }
  }

  /** One sign-in for all calls that need it. */
  function current(): Promise<string> {
    token ??= enter().catch(error => {
      token = null
      throw error
    })
    return token
  }

  return {
    call,
    current,
    /** The data of a read that must succeed. */
    async read<T>(path: string): Promise<T> {
      const { status, code, body } = await call('GET', path)
      if (status !== 200) throw new Error(`${path}: ${status} ${code}`)
      return body as T
    },
    /** Creates the account, with an invite code if there is one. */
    async register(invite?: string) {
      const more: Record<string, string> = invite === undefined ? {} : { invite }
      const made = signIn(createBrowser(), origin, username, password, 'create', more)
      // The name is taken if the answer to the first attempt was lost: then it only signs in.
      token = made.then(({ access_token }) => access_token).catch(enter)
      await token
    },
    /** Call it after an organiser has set another password. */
    newPassword(given: string) {
      password = given
    },
  }
}

export type Client = ReturnType<typeof createClient>

const parsed = ({ status, text }: { status: number; text: string }) => {
  const body = text ? (JSON.parse(text) as unknown) : null
  const code = status >= 400 ? String((body as { code?: unknown } | null)?.code) : null
  return { status, code, body }
}

const unanswered = (method: string, path: string) =>
  new Error(`${method} ${path}: no answer for ${timeout} s`)

function causeOf(error: unknown): string {
  const { cause, message } = error as Error
  return String((cause as { code?: unknown } | undefined)?.code ?? message).slice(0, 60)
}
