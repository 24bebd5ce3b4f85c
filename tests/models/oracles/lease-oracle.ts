import type { leaseMachine } from '../../../platform/environments/lease.ts'
import { START } from '../../support/time.ts'
import type { Oracle } from '../harness/fixtures.ts'
import { extended, termsIn } from '../terms.ts'

export const endpoints = [{ ip: '127.0.0.1', port: 4000, protocol: 'tcp', title: '' }]

/** What a participant sees of an environment, and what the platform does about it. */
interface Seen {
  /** The effect under way. */
  asks: string | null
  stopAt: number | null
  endpoints: typeof endpoints
  /** How it ended. */
  end: 'stopped' | 'failed' | null
}

/** The rules of the spec and of docs/hosting.md, from what happened alone. */
export const leaseOracle: Oracle<typeof leaseMachine> = (world, input) => {
  const nothing: Seen = { asks: null, stopAt: null, endpoints: [], end: null }
  let seen = nothing
  let hasFailed = false
  let isRestarting = false
  /** Asked again after a while. */
  let again: string | null = null

  const ask = (asks: string) => {
    again = null
    return { ...nothing, asks }
  }
  const askAgainLater = (what: string) => {
    again = what
    return nothing
  }
  const fail = () => {
    hasFailed = true
    return ask('release')
  }
  const runUntil = (stopAt: number): Seen => ({ ...nothing, stopAt, endpoints })
  const grant = () => {
    const { lifetimeMs, end } = termsIn(world)()
    return runUntil(Math.min(world.now() + lifetimeMs, end))
  }

  const after: Record<string, () => Seen> = {
    'it begins': () =>
      [() => ask('bringUp'), () => runUntil(START + 1000), grant][input]?.() ?? nothing,
    'bringUp answers #0': grant,
    'bringUp fails #0': fail,
    'lease.stop #0': () => {
      isRestarting = false
      return ask('bringDown')
    },
    'lease.restart #0': () => {
      isRestarting = true
      return ask('bringDown')
    },
    'environment.ended #0': fail,
    'bringDown answers #0': () => {
      const next = isRestarting ? 'bringUp' : 'release'
      isRestarting = false
      return ask(next)
    },
    'bringDown fails #0': () => askAgainLater('bringDown'),
    'release answers #0': () => ({ ...nothing, end: hasFailed ? 'failed' : 'stopped' }),
    'release fails #0': () => askAgainLater('release'),
    'lease.extend #0': () => ({ ...seen, stopAt: extended(world, seen.stopAt) }),
    'terms.changed #0': () => ({
      ...seen,
      stopAt: seen.stopAt === null ? null : Math.min(seen.stopAt, termsIn(world)().end),
    }),
    'the next timer runs': () => {
      if (again) return ask(again)
      return seen.stopAt !== null && world.now() >= seen.stopAt ? ask('bringDown') : seen
    },
  }

  return {
    expect(happened) {
      seen = after[happened]?.() ?? seen
      return seen
    },
    see: ({ context, status }, asks): Seen => ({
      asks: asks.join(' and ') || null,
      stopAt: context.stopAt,
      endpoints: context.endpoints,
      end: status === 'done' ? (context.failure === null ? 'stopped' : 'failed') : null,
    }),
  }
}
