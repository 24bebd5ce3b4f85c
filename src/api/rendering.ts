/**
 * The messages between the platform and its process that renders pages (`render-page.tsx`). The process has neither a
 * token nor a connection: the platform makes each read for it.
 */

/** Where a site answers with a rendered page. */
export const renderedPagePath = '/rendered-page'

/** How a browser shows a page. */
export interface PageView {
  /** The page's path, without query. */
  readonly path: string
  readonly language: string
  /** The browser's first language, for dates and times: `en-DE`. */
  readonly region: string
  /**
   * The offset of the browser's time zone now, in minutes, as `Date.getTimezoneOffset` gives it. Asking a browser for
   * the zone's name takes 18 ms, and four times as long on a slow processor.
   */
  readonly offset: number
  /** What of the browser's local storage the page depends on, beside language and scheme. */
  readonly stored: Readonly<Record<string, string>>
}

export interface RenderJob extends PageView {
  /** The text of the page's block `app-config`. */
  readonly config: string
  /** The platform's clock, milliseconds since the epoch. */
  readonly now: number
}

/** One job at a time. */
export type ToRenderer =
  | { readonly kind: 'render'; readonly job: RenderJob }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly status: number
      readonly body: string
    }

export type FromRenderer =
  | { readonly kind: 'read'; readonly id: number; readonly url: string }
  | { readonly kind: 'rendered'; readonly html: string }
  /** The page cannot be rendered. */
  | { readonly kind: 'failed'; readonly reason: string }
