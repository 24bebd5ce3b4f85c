import type { Team, TeamMember } from '../../api/contract.ts'

/** By username, then by user id (spec §2). */
export const membersOf = ({ members }: Team): readonly TeamMember[] =>
  members.toSorted(
    (a, b) => a.username.localeCompare(b.username) || a.userId.localeCompare(b.userId),
  )

export const isFull = ({ maxSize, members }: Team) => maxSize !== null && members.length >= maxSize
