import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { traceText } from '../trace/entry.ts'
import { createFormatter } from '../trace/format.ts'
import { Recorder } from '../trace/recorder.ts'
import {
  type ActorView,
  CHANNEL,
  type FromInspector,
  type FromPage,
  type InspectorMessage,
} from './messages.ts'

/** How many events a page keeps. */
const MAX_EVENTS = 50_000
/** Milliseconds between two batches of entries: about one for each frame. */
const BATCH_DELAY = 16
const MAX_PER_BATCH = 500

type WithoutPage<T> = T extends unknown ? Omit<T, 'page'> : never

/**
 * Records what the actors of this page do, and sends it to inspectors, which are windows and processes of
 * their own. The page formats only the heads of entries, and only while there is an inspector. The contents of
 * an entry are formatted when somebody opens it.
 */
export function connect(name: string, build: string) {
  // `crypto.randomUUID` is missing on plain HTTP.
  const page = `${name} ${crypto.getRandomValues(new BigUint64Array(2)).join('-')}`
  const channel = new BroadcastChannel(CHANNEL)
  const recorder = new InspectedRecorder(MAX_EVENTS)
  const format = createFormatter()
  const actors = new Map<string, AnyActorRef>()
  let sent = 0
  let hasInspector = false
  let openActor: string | null = null
  /** The number of the entry after which it is shown; absent: as it is now. */
  let openAt: number | undefined

  const post = (message: WithoutPage<FromPage>) =>
    // TypeScript does not put the two parts of a union together again.
    channel.postMessage({ page, ...message } as FromPage)

  let timer: ReturnType<typeof setTimeout> | null = null
  const sendSoon = () => {
    if (hasInspector && timer === null && recorder.count > sent)
      timer = setTimeout(sendBatch, BATCH_DELAY)
  }
  recorder.onEntry = sendSoon

  function sendBatch() {
    timer = null
    const entries = recorder.after(sent).slice(0, MAX_PER_BATCH)
    sent = entries.at(-1)?.n ?? recorder.count
    for (const { actor } of entries) actors.set(format.actorPath(actor), actor)
    post({ type: 'entries', entries: entries.map(format.head) })
    const opened = openActor === null ? undefined : actors.get(openActor)
    if (openAt === undefined && entries.some(({ actor }) => actor === opened)) showActor()
    sendSoon()
  }

  function showActor() {
    if (openActor === null) return
    if (openAt !== undefined) {
      const view = viewAfter(openActor, openAt)
      return view && post({ type: 'actor', actor: openActor, at: openAt, view })
    }
    const actor = actors.get(openActor)
    if (actor) post({ type: 'actor', actor: openActor, view: viewOf(actor) })
  }

  /** What an actor knew after an entry. Nothing can be sent to the past. */
  function viewAfter(path: string, at: number): ActorView | undefined {
    for (let n = at; n > 0; n--) {
      const entry = recorder.find(n)
      if (!entry) return undefined
      if (!entry.after || format.actorPath(entry.actor) !== path) continue
      const { context } = format.snapshot(entry.after) as { context?: unknown }
      return { context, events: [] }
    }
    return undefined
  }

  function viewOf(actor: AnyActorRef): ActorView {
    const snapshot = actor.getSnapshot()
    const { context } = format.snapshot(snapshot) as { context?: unknown }
    return { context, events: 'machine' in snapshot ? eventsOf(snapshot) : [] }
  }

  function receive(message: FromInspector) {
    if (message.to !== undefined && message.to !== page) return
    switch (message.type) {
      case 'inspector.opened':
        hasInspector = true
        sent = 0
        return sendSoon()
      case 'entry.open': {
        const entry = recorder.find(message.n)
        return entry && post({ type: 'entry', entry: format.full(entry) })
      }
      case 'actor.open':
        openActor = message.actor
        openAt = message.at
        return showActor()
      case 'event.send':
        return actors.get(message.actor)?.send(message.event)
      case 'trace.read': {
        const entries = recorder.after(0).map(createFormatter().full)
        const { recordedFrom } = message
        const header = { build, isComplete: entries[0]?.n === 1, recordedFrom }
        return post({ type: 'trace', text: traceText({ header, entries }) })
      }
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<InspectorMessage>) => {
    if (!('page' in data)) receive(data)
  })
  const leaving = new AbortController()
  addEventListener('pagehide', () => post({ type: 'page.closed' }), { signal: leaving.signal })
  // An inspector that is open already answers that it is.
  post({ type: 'page.opened' })
  return {
    recorder,
    close() {
      hasInspector = false
      if (timer !== null) clearTimeout(timer)
      leaving.abort()
      channel.close()
    },
  }
}

class InspectedRecorder extends Recorder {
  onEntry: () => void = () => {}

  override next(event: Parameters<Recorder['next']>[0]) {
    super.next(event)
    if (event.type === '@xstate.snapshot') this.onEntry()
  }
}

/** XState's own events cannot be sent by hand. */
const eventsOf = (snapshot: AnyMachineSnapshot) =>
  [...new Set(snapshot._nodes.flatMap(node => node.ownEvents))]
    .filter(type => !type.startsWith('xstate.') && !type.includes('*') && type !== '')
    .sort()
    .map(type => ({ type, isPossible: canTake(snapshot, type) }))

function canTake(snapshot: AnyMachineSnapshot, type: string): boolean {
  try {
    // The snapshot may be of any machine.
    return snapshot.can({ type } as never)
  } catch {
    // Its guard needs a payload.
    return true
  }
}
