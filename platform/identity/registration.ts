export const registrations = ['open', 'invited', 'closed'] as const

/** Who may create a sign-in account: everybody, those with an invite code, or nobody. */
export type Registration = (typeof registrations)[number]
