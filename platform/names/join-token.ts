import { randomBytes } from 'node:crypto'

/** With which others join a team. */
export const newJoinToken = (): string => randomBytes(12).toString('base64url')
