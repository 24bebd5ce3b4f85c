/** Identifies an account. */
export interface AccountRef {
  readonly accountId: string
}
