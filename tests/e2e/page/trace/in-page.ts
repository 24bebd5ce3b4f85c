// Runs in every page of the browser tests, before its own code: it records what the page's machines do.
import { buildId } from '../../../../src/diagnostics/trace/build-id.ts'
import { traceText } from '../../../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../../../src/diagnostics/trace/format.ts'
import { type RawEntry, Recorder } from '../../../../src/diagnostics/trace/recorder.ts'
import { type PageTrace, STEPS, type StepTaken } from './page-trace.ts'

const MAX_EVENTS = 5_000
/** After this many entries, steps are taken out, long before the recorder drops them. */
const ENTRIES_PER_REPORT = 1_000

const recorder = new Recorder(MAX_EVENTS)
const { head } = createFormatter()
/** Each step is reported once, since a machine repeats most of them. */
const reported = new Set<string>()
let seen = 0
let unreported: StepTaken[] = []

function takeOut() {
  for (const entry of recorder.after(seen)) {
    const step = entry.steps.length > 0 ? stepOf(entry) : null
    if (!step) continue
    const text = JSON.stringify(step)
    if (reported.has(text)) continue
    reported.add(text)
    unreported.push(step)
  }
  seen = recorder.count
}

function stepOf(entry: RawEntry): StepTaken | null {
  const { machine, type, microsteps, value } = head(entry)
  return machine === undefined
    ? null
    : { machine, type, microsteps, value, before: entry.before?.value }
}

const { next } = recorder
recorder.next = event => {
  next.call(recorder, event)
  if (recorder.count - seen > ENTRIES_PER_REPORT && event.type === '@xstate.snapshot') takeOut()
}

const trace: PageTrace = {
  newSteps() {
    takeOut()
    const steps = unreported
    unreported = []
    return steps
  },
  text() {
    const entries = recorder.after(0).map(createFormatter().full)
    const header = { build: buildId(), isComplete: entries[0]?.n === 1 }
    return recorder.count === 0 ? '' : traceText({ header, entries })
  },
}
globalThis.actorObserver = recorder
globalThis.pageTrace = trace

// After a page is left, nobody can ask it.
addEventListener('pagehide', () => {
  const steps = trace.newSteps()
  if (steps.length > 0) console.debug(STEPS + JSON.stringify(steps))
})
