import type { AnyActorRef } from 'xstate'
import { buildId } from './build-id.ts'
import { FORMAT, traceText, VERSION } from './entry.ts'
import { createFormatter } from './format.ts'
import { Recorder } from './recorder.ts'

/** How many events a participant's page keeps, and how many items of a list it shows of them. */
const KEPT = 500
const MAX_ITEMS = 20

/** From now on, keeps the last events of all actors. Returns what writes them as a trace. Sends nothing. */
export function keep(app: AnyActorRef): () => string {
  const recorder = new Recorder(KEPT)
  app.system.inspect(recorder)
  return () => {
    const header = {
      format: FORMAT,
      version: VERSION,
      build: buildId(),
      isComplete: false,
    } as const
    return traceText({ header, entries: recorder.after(0).map(createFormatter(MAX_ITEMS).full) })
  }
}
