import type { desktopMachine } from '../../../platform/desktop/machine.ts'
import type { Oracle } from '../harness/fixtures.ts'
import { extended, termsIn } from '../terms.ts'

/** What a participant sees of a desktop, and what the platform does about it. */
interface Seen {
  /** On the wire; `removed` is seen by the platform only. */
  status: 'provisioning' | 'starting' | 'running' | 'stopping' | 'stopped' | 'error' | 'removed'
  /** The effect under way. */
  asks: string | null
  stopAt: number | null
  /** The token by which team mates may watch. */
  view: string | null
  /** For the log. */
  failure: string | null
}

/** Of the third input: the time of a desktop that an earlier platform started. */
export const leftMs = 40_000

/** The driver that the harness makes fail says this. */
const UNEXPECTED = 'Nobody expected this.'

/** The rules of the spec and of docs/hosting.md, from what happened alone. */
export const platformDesktopOracle: Oracle<typeof desktopMachine> = (world, input) => {
  let seen: Seen = {
    ...{ status: 'stopped', asks: null, stopAt: null, view: null, failure: null },
  }

  const rest = (status: Seen['status']): Seen => ({
    ...seen,
    ...{ status, asks: null, stopAt: null, view: null },
  })
  const ask = (asks: string, status: Seen['status']): Seen => ({ ...rest(status), asks })
  const fail = (failure: string): Seen => ({ ...rest('error'), failure })
  const failUnexpectedly = () => fail(UNEXPECTED)
  const start = () => ask('start', 'starting')
  const stop = () => ask('stop', 'stopping')
  const grant = (): Seen => {
    const { lifetimeMs, end } = termsIn(world)()
    const stopAt = Math.min(world.now() + lifetimeMs, end)
    return { ...rest('running'), stopAt, failure: null }
  }

  const after: Record<string, () => Seen> = {
    'it begins': () => {
      if (input === 0) return ask('provision', 'provisioning')
      return input === 1 ? seen : { ...rest('running'), stopAt: world.now() + leftMs, view: 'left' }
    },
    'provision answers #0': start,
    'provision fails #0': failUnexpectedly,
    'start answers #0': grant,
    'start fails #0': failUnexpectedly,
    'stop answers #0': () => rest('stopped'),
    'stop fails #0': failUnexpectedly,
    'remove answers #0': () => rest('removed'),
    'remove fails #0': failUnexpectedly,
    'desktop.start #0': start,
    'desktop.stop #0': stop,
    'desktop.reset #0': () => ask('remove', 'stopping'),
    'desktop.extend #0': () => ({ ...seen, stopAt: extended(world, seen.stopAt) }),
    'session.ended #0': () => rest('stopped'),
    'session.ended #1': () => fail('SIGSEGV'),
    'view.begin #0': () => ({ ...seen, view: seen.view ?? 'one' }),
    'view.begin #1': () => ({ ...seen, view: seen.view ?? 'another' }),
    'view.end #0': () => ({ ...seen, view: null }),
    'terms.changed #0': () => ({
      ...seen,
      stopAt: seen.stopAt === null ? null : Math.min(seen.stopAt, termsIn(world)().end),
    }),
    'the next timer runs': () =>
      seen.stopAt !== null && world.now() >= seen.stopAt ? stop() : seen,
  }

  return {
    expect(happened) {
      seen = after[happened]?.() ?? seen
      return seen
    },
    see: ({ context, value }, asks): Seen => ({
      status: statusOf(typeof value === 'string' ? value : Object.keys(value)[0]),
      asks: asks.join(' and ') || null,
      stopAt: context.stopAt,
      view: context.view,
      failure: context.failure?.reason ?? null,
    }),
  }
}

const statusOf = (state: string | undefined) =>
  (state === 'removing' ? 'stopping' : state) as Seen['status']
