/** The name and the version of the format: a header in the first line, and an entry in each other line, as JSON. */
export const FORMAT = 'guidon-trace'
export const VERSION = 1

export interface TraceHeader {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  /** The app's build: the hash in the name of its first file. */
  readonly build: string
  /** Whether it has everything from the start of the page on. Only such a trace can be replayed. */
  readonly isComplete: boolean
  /** The number of the first entry of a recording; absent: nobody began one. */
  readonly recordedFrom?: number
}

/** One step of a machine: transitions are taken together, for one event. */
export interface Microstep {
  readonly event: string
  /** Keys of the transitions (`tools/statechart/nodes.ts`) that were really taken. */
  readonly taken: readonly string[]
  /** The state value after it. */
  readonly value: unknown
}

/** What may be known of an entry without its contents. */
export interface EntryHead {
  /** Its number, from 1, in the order in which events came. */
  readonly n: number
  /** Milliseconds since the epoch, by the device's clock. */
  readonly time: number
  /** The path of the actor's names: `app/challenge:~1:~2/instance`. */
  readonly actor: string
  /** Which actor sent it; absent: a view, a timer of the page, or the start. */
  readonly source?: string
  /** The id of its machine; absent: the actor is not a machine. */
  readonly machine?: string
  /** The type of the event. */
  readonly type: string
  readonly microsteps: readonly Microstep[]
  /** The state value afterwards. */
  readonly value?: unknown
  readonly status: string
}

/** An entry with its contents, of which only what may leave is left. */
export interface TraceEntry extends EntryHead {
  readonly event: Readonly<Record<string, unknown>>
  /** What changed in the context, by field. */
  readonly changed?: Readonly<Record<string, unknown>>
}

export interface Trace {
  readonly header: TraceHeader
  readonly entries: readonly TraceEntry[]
}

interface TraceContents extends Pick<Trace, 'entries'> {
  readonly header: Omit<TraceHeader, 'format' | 'version'>
}

export const traceText = ({ header, entries }: TraceContents): string =>
  [{ format: FORMAT, version: VERSION, ...header }, ...entries]
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')
