import type { EntryHead, TraceEntry } from '../trace/entry.ts'

/** The channel on which pages and inspectors of this origin exchange messages. */
export const CHANNEL = 'guidon-inspector'

/** The Web Lock of an open inspector. */
export const LOCK = 'guidon-inspector'

/** What an open actor can do now, and what it knows. */
export interface ActorView {
  readonly context: unknown
  /** The events that its states know, and whether a guard lets them pass. */
  readonly events: readonly { readonly type: string; readonly isPossible: boolean }[]
}

/** Sent by a page that is inspected. `page` is another one after each reload. */
export type FromPage = { readonly page: string } & (
  | { readonly type: 'page.opened' }
  | { readonly type: 'page.closed' }
  | { readonly type: 'entries'; readonly entries: readonly EntryHead[] }
  | { readonly type: 'entry'; readonly entry: TraceEntry }
  | {
      readonly type: 'actor'
      readonly actor: string
      /** The actor and the moment that were asked for. */
      readonly at?: number | undefined
      readonly view: ActorView
    }
  | { readonly type: 'trace'; readonly text: string }
)

/** Sent by an inspector to one page, or to all of them. */
export type FromInspector =
  | { readonly type: 'inspector.opened'; readonly to?: string }
  | ({ readonly to: string } & (
      | { readonly type: 'entry.open'; readonly n: number }
      /** The actor that is shown; null: none. With the number of an entry: the actor's state after that entry. */
      | { readonly type: 'actor.open'; readonly actor: string | null; readonly at?: number }
      | { readonly type: 'event.send'; readonly actor: string; readonly event: { type: string } }
      /** Asks for the trace as text, from the start of the page on: so it can be replayed. */
      | { readonly type: 'trace.read'; readonly recordedFrom: number }
    ))

export type InspectorMessage = FromPage | FromInspector
