import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { violatedConstraint } from '../database/errors.ts'
import type { Database } from '../database/open.ts'
import { accounts } from '../database/schema.ts'
import { hashPassword, isPassword } from './passwords.ts'

export interface Account {
  /** The subject of its tokens. */
  id: string
  username: string
}

/** Why an account was not made; the page has a sentence for each. */
export type AccountRefusal = 'usernameInvalid' | 'usernameTaken' | 'passwordShort' | 'passwordLong'

export type Accounts = ReturnType<typeof createAccounts>

/** Letters, digits and a few signs of any script, so that no name can pass for another's markup. */
const usernameShape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._-]{0,39}$/u
const shortestPassword = 8
const longestPassword = 256

/** Who can sign in at the embedded identity provider. */
export function createAccounts({ database, clock }: { database: Database; clock: Clock }) {
  const { db } = database
  const keyOf = (username: string) => username.normalize('NFKC').toLowerCase()

  const insert = async (username: string, password: string): Promise<Account | 'usernameTaken'> => {
    const account = { id: randomUUID(), username: username.normalize('NFC') }
    const row = {
      ...account,
      usernameKey: keyOf(username),
      password: await hashPassword(password),
      createdAt: new Date(clock.now()),
    }
    try {
      await database.once(tx => tx.insert(accounts).values(row))
      return account
    } catch (error) {
      if (violatedConstraint(error) !== null) return 'usernameTaken'
      throw error
    }
  }

  const named = async (username: string) => {
    // PostgreSQL's text holds every character but this one.
    if (username.includes('\0')) return undefined
    const [row] = await db
      .select()
      .from(accounts)
      .where(eq(accounts.usernameKey, keyOf(username)))
    return row
  }

  return {
    /** Makes an account by its owner's wish. */
    async create(username: string, password: string): Promise<Account | AccountRefusal> {
      const name = username.trim()
      if (!usernameShape.test(name)) return 'usernameInvalid'
      if (password.length < shortestPassword) return 'passwordShort'
      if (password.length > longestPassword) return 'passwordLong'
      return insert(name, password)
    },

    /** @returns null for a wrong name or password: which of both is not told */
    async signIn(username: string, password: string): Promise<Account | null> {
      if (password.length > longestPassword) return null
      const row = await named(username.trim())
      const right = await isPassword(password, row?.password)
      return right && row ? { id: row.id, username: row.username } : null
    },

    /** Makes the event's own accounts, whose passwords may be short, unless they are there. */
    async seed(list: readonly { username: string; password: string }[]): Promise<void> {
      for (const { username, password } of list)
        if (!(await named(username))) await insert(username, password)
    },

    async find(id: string): Promise<Account | undefined> {
      const [row] = await db.select().from(accounts).where(eq(accounts.id, id))
      return row && { id: row.id, username: row.username }
    },

    async findByUsername(username: string): Promise<Account | undefined> {
      const row = await named(username)
      return row && { id: row.id, username: row.username }
    },
  }
}
