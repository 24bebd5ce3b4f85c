import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyActorRef, EventObject } from 'xstate'
import { createStepCheck } from '../../scripts/replay/steps.ts'
import { FORMAT, traceText, VERSION } from '../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { Recorder } from '../../src/diagnostics/trace/recorder.ts'
import type { Path } from '../../src/domain/path.ts'
import type { TestPlatform } from '../platform/start-platform.ts'
import { notTaken } from '../properties/control.ts'
import { controlsOf } from '../properties/controls.ts'
import { deadEnds, machinesOf } from '../properties/invariants.ts'
import { startHeadlessApp } from '../support/headless.ts'
import { loadParts } from '../support/parts.ts'
import { plainPaths } from '../support/plain-paths.ts'
import type { Random } from '../support/random.ts'
import type { SimulatedClock } from '../support/simulated-clock.ts'
import { flags } from './participant.ts'

/** Where a trace with a wrong step is written. */
const FOLDER = '.cache/soak'
/** The number of events in a participant's diagnostics. */
const WRITTEN = 500
/** More than an app does in a minute. */
const KEPT = 20_000

const paths: readonly Path[] = [
  ...plainPaths,
  '/nowhere',
  ...(['/challenge/misc/plain', '/challenge/misc/sinking'] as const),
  ...(['/challenge/net/bound', '/challenge/net/second', '/challenge/net/fourth'] as const),
]

interface AppUserOptions {
  readonly name: string
  readonly random: Random
  readonly clock: SimulatedClock
  readonly problems: string[]
}

await loadParts()

/**
 * A user in front of the app: all its real machines and its client, on the soak's clock. The user presses random
 * controls. The machines' steps are recorded, and each must be one that its machine allows.
 */
export function createAppUser({ name, random, clock, problems }: AppUserOptions) {
  const time = {
    now: clock.now,
    clock: {
      setTimeout: (act: () => void, ms: number) => clock.after(ms, act),
      clearTimeout: (cancel: () => void) => cancel(),
    },
  }
  let platform: TestPlatform | null = null
  let opened: ReturnType<typeof openApp> | null = null
  let steps = 0

  function openApp(token: string) {
    const recorder = new Recorder(KEPT, clock.now)
    const page = { recorder, check: createStepCheck(), format: createFormatter(), seen: 0 }
    const headless = startHeadlessApp({
      origin: 'http://127.0.0.1',
      token,
      inspect: recorder,
      time,
      random: random.next,
      fetch: (input, init) => {
        if (!platform) return Promise.reject(new TypeError('The platform is away.'))
        return platform.composition.platform.fetch(new Request(input, init), {
          address: '192.0.2.7',
        })
      },
      renew: async () => {
        if (!platform) throw new TypeError('The platform is away.')
        return platform.signIn(name)
      },
      leave: () => {
        isLeft = true
      },
    })
    let isLeft = false
    return { ...page, ...headless, isLeft: () => isLeft }
  }

  /** Presses a random control of those that are shown. Environments and the desktop count three times. */
  function press(app: AnyActorRef) {
    const { page } = app.getSnapshot().context
    const offers: (readonly [AnyActorRef, ...EventObject[]])[] = []
    for (const [actor, snapshot] of machinesOf(app)) {
      const { id } = snapshot.machine
      const shown = controlsOf(id).flatMap(({ events, when }) =>
        events.filter(event => when(snapshot, page, event)),
      )
      const isPlayed = id === 'instance' || id === 'flugzeug'
      for (const event of shown)
        for (let times = isPlayed ? 3 : 1; times > 0; times--) offers.push([actor, event])
      if (id !== 'submission') continue
      for (const draft of Object.values(flags))
        offers.push([actor, { type: 'flag.typed', draft } as EventObject, { type: 'flag.submit' }])
    }
    const [actor, ...events] = random.pick(offers)
    for (const event of events) actor.send(event)
  }

  /** Checks the steps since the last call. */
  function look(one: ReturnType<typeof openApp>) {
    const { app, recorder, check, format } = one
    const entries = recorder.after(one.seen).map(format.head)
    one.seen = recorder.count
    steps += entries.reduce((sum, { microsteps }) => sum + microsteps.length, 0)
    const forbidden = check(entries).map(
      ({ entry: { n, type, actor }, why }) => `entry ${n}, ${type} to ${actor}: ${why}`,
    )
    if (forbidden.length > 0) forbidden.push(`its trace: ${write(recorder)}`)
    const died = entries.filter(({ machine, status }) => machine && status === 'error')
    const { page } = app.getSnapshot().context
    const stuck = [...machinesOf(app)].flatMap(([, snapshot]) => [
      ...deadEnds(snapshot),
      ...notTaken(snapshot, controlsOf(snapshot.machine.id), page),
    ])
    const found = [...forbidden, ...died.map(({ actor }) => `${actor} died`), ...stuck]
    problems.push(...found.map(problem => `${name}: ${problem}`))
  }

  function write(recorder: Recorder): string {
    const entries = recorder.after(recorder.count - WRITTEN).map(createFormatter().full)
    const header = { format: FORMAT, version: VERSION, build: 'soak', isComplete: false } as const
    const file = join(FOLDER, `${name}.jsonl`)
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, traceText({ header, entries }))
    return file
  }

  function close() {
    if (!opened) return
    look(opened)
    opened.app.stop()
    opened = null
  }

  return {
    name,
    /** Transitions that were checked. */
    steps: () => steps,
    /** Uses this platform from now on; null: there is none. */
    use(next: TestPlatform | null) {
      platform = next
    },
    /** Opens the page, or opens it again after it was left for the provider's. */
    async open() {
      if (!platform || (opened && !opened.isLeft())) return
      close()
      opened = openApp(await platform.signIn(name))
    },
    /** Opens a random page, or presses a random control. */
    act() {
      if (!opened) return
      if (random.oneIn(4)) opened.visit(random.pick(paths))
      else press(opened.app)
    },
    look() {
      if (opened) look(opened)
    },
    close,
  }
}
