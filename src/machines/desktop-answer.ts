/** How an effect of the desktop's page ended: with its data, or with the reason why it has none. */
export type DesktopAnswer<T, Reason extends string> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly failure: Reason }

/** What a machine keeps if its effect throws: the connection was lost. */
export const lost = { ok: false, failure: 'lost' } as const

export const isOk = (_: unknown, { ok }: DesktopAnswer<unknown, string>) => ok
