import { randomBytes } from 'node:crypto'

/** An id that organisers give to other commands: it never begins like an option of a command line. */
export const newId = (): string => randomBytes(8).toString('hex')
