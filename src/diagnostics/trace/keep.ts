import type { AnyActorRef } from 'xstate'
import { buildId } from './build-id.ts'
import { traceText } from './entry.ts'
import { createFormatter } from './format.ts'
import { Recorder } from './recorder.ts'

/** How many events a participant's page keeps, and how many items of a list it shows of them. */
const MAX_EVENTS = 500
const MAX_ITEMS = 20

/** From now on, keeps the last events of all actors, and sends nothing. @returns what writes them as a trace */
export function keep(app: AnyActorRef): () => string {
  const recorder = new Recorder(MAX_EVENTS)
  app.system.inspect(recorder)
  return () => {
    const entries = recorder.after(0).map(createFormatter(MAX_ITEMS).full)
    return traceText({ header: { build: buildId(), isComplete: false }, entries })
  }
}
