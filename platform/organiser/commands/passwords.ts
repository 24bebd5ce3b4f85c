import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { signInAccounts } from '../../database/schema.ts'
import { block, text } from '../../event/fields.ts'
import { endSessions } from '../../identity/end-sessions.ts'
import { isLinkHash } from '../../identity/passwords/hash-format.ts'
import { createHashing } from '../../identity/passwords/hashing.ts'
import { makePasswordLink } from '../../identity/passwords/links.ts'
import { createLog } from '../../log.ts'
import { changeCommand, preparedCommand } from '../command.ts'
import { signInAccountNamed } from './accounts.ts'

export const resetPassword = preparedCommand(block({ user: text }), async ({ user }) => {
  const made = randomBytes(12).toString('base64url')
  const password = await hashed(made)
  return async context => {
    const { tx } = context
    const signInAccount = await signInAccountNamed(context, user)
    const ending = await endSessions(tx, { ...context, accountId: signInAccount.id })
    const notes: string[] = []
    return {
      changes: [
        { what: `password of ${signInAccount.username}`, before: 'theirs', after: 'a new one' },
      ],
      notes,
      async apply() {
        await tx
          .update(signInAccounts)
          .set({ password })
          .where(eq(signInAccounts.id, signInAccount.id))
        notes.push(`the new password: ${made}`)
        return ending.apply()
      },
    }
  }
})

/** In a thread, because it takes long. */
async function hashed(password: string): Promise<string> {
  const hashing = createHashing({ log: createLog('silent') })
  try {
    return await hashing.hash(password)
  } finally {
    await hashing.close()
  }
}

const origin = v.pipe(
  text,
  v.regex(/^https?:\/\/[^/\s]+\/?$/, 'must be like https://play.example.org'),
)

/** Prints a link by which a user chooses a password, once. The one from before ends. */
export const passwordLink = changeCommand(
  block({ user: text, origin }),
  async (context, { user, origin }) => {
    const { tx } = context
    const signInAccount = await signInAccountNamed(context, user)
    const ending = await endSessions(tx, { ...context, accountId: signInAccount.id })
    const notes = [
      `${signInAccount.username} cannot sign in before a password is chosen`,
      ...(ending.count > 0 ? [`their sign-ins end: ${ending.count}`] : []),
    ]
    const before = isLinkHash(signInAccount.password) ? 'an unused link' : 'theirs'
    return {
      changes: [{ what: `password of ${signInAccount.username}`, before, after: 'a new link' }],
      notes,
      async apply() {
        const { url, stored: password } = makePasswordLink(origin, signInAccount.username)
        await tx
          .update(signInAccounts)
          .set({ password })
          .where(eq(signInAccounts.id, signInAccount.id))
        notes.push(`the link, for one use: ${url}`)
        return ending.apply()
      },
    }
  },
)
