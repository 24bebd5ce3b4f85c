export const registrations = ['open', 'invited', 'closed'] as const

/** Who may create an account at the embedded identity provider: everybody, those with an invite code, or nobody. */
export type Registration = (typeof registrations)[number]
