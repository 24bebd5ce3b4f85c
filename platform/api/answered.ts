/** A request that was answered. */
export interface Answered {
  givenId: string | undefined
  method: string
  path: string
  call: string
  userId: string | undefined
  status: number
  /** By `performance.now()`. */
  begun: number
}
