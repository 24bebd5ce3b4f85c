import type { Submissions } from '../api/contract.ts'

export type Submission = Submissions['submissions'][number]

/** What each member submitted last, by username. The submissions are the newest first. */
export function lastSubmissions(all: readonly Submission[]): ReadonlyMap<string, Submission> {
  const last = new Map<string, Submission>()
  for (const one of all) if (!last.has(one.username)) last.set(one.username, one)
  return last
}
