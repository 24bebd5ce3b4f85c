/**
 * What the service worker uses of its global scope. TypeScript has types for pages or for workers, and not
 * both in one program.
 */
export interface WorkerScope {
  readonly registration: { unregister(): Promise<boolean> }
  readonly clients: {
    claim(): Promise<void>
    /** Windows and frames. One that is still being opened is not among them. */
    matchAll(options: {
      type: 'window'
      includeUncontrolled: true
    }): Promise<readonly { readonly id: string }[]>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerEvents {
  install: ExtendableEvent & {
    /** Not in every browser. */
    addRoutes?(routes: readonly Route[]): Promise<void>
  }
  activate: ExtendableEvent
  fetch: ExtendableEvent & {
    readonly request: Request
    /** The id of the page that a navigation opens. */
    readonly resultingClientId: string
    respondWith(response: Promise<Response>): void
  }
}

/** Says where the browser itself finds an answer, so that it need not start the worker. The first counts. */
export interface Route {
  readonly condition: {
    readonly urlPattern?: { readonly pathname: string }
    readonly or?: readonly { readonly requestMode: RequestMode }[]
  }
  readonly source: 'cache' | 'network'
}

/** TypeScript's types of pages and of workers exclude each other, and the project has those of pages. */
export const scope = globalThis as unknown as WorkerScope
