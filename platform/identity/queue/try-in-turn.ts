import { type Attempt, type SignInAttempt, takenBack } from '../../limits/limits.ts'
import type { PageError } from '../pages/texts.ts'
import { HashingBusyError } from '../passwords/hashing.ts'
import type { ProvenSignInAccount } from '../sign-in-accounts.ts'
import type { Turn } from './turns.ts'

interface Trying {
  attempt: SignInAttempt
  turn: Turn
  /** It asks for a new sign-in account. */
  isNew: boolean
  /** Counts a new sign-in account. Null: too many. */
  register(): Promise<Attempt | null>
  prove(): Promise<ProvenSignInAccount | PageError>
}

/** What somebody learns by trying. Other mistakes, such as a short password, say nothing about a sign-in account. */
const guesses: ReadonlySet<PageError> = new Set(['wrong', 'usernameTaken', 'inviteWrong'])

/** Waits for its turn, then checks a password or creates a sign-in account, and counts the attempt. */
export async function tryInTurn({
  attempt,
  turn,
  isNew,
  register,
  prove,
}: Trying): Promise<ProvenSignInAccount | PageError> {
  if (!(await turn.begins)) {
    await attempt.takeBack()
    return 'busy'
  }
  let counted: Attempt | null = null
  try {
    // While it waited, others of its network may have failed.
    const mayStillTry = await attempt.mayStillTry()
    if (mayStillTry && isNew) counted = await register()
    if (!mayStillTry || (isNew && !counted)) {
      await attempt.takeBack()
      return 'tooManyAttempts'
    }
    const found = await prove()
    if (typeof found !== 'string') {
      // A new sign-in account counts as an attempt, so that nobody creates thousands.
      if (!isNew) await attempt.takeBack()
      return found
    }
    // Otherwise, mistakes of one visitor would keep all others of the network from creating one.
    await counted?.takeBack()
    if (guesses.has(found)) await attempt.failed()
    return found
  } catch (error) {
    await counted?.takeBack().catch(() => undefined)
    // Nobody learned anything: no password was checked, or the database failed.
    if (!(error instanceof HashingBusyError)) return await takenBack(attempt)(error)
    await attempt.takeBack()
    return 'busy'
  } finally {
    turn.end()
  }
}
