import { type SignInAttempt, takenBack } from '../../limits/limits.ts'
import type { PageError } from '../pages/texts.ts'
import { HashingBusyError } from '../passwords/hashing.ts'
import type { ProvenSignInAccount } from '../sign-in-accounts.ts'
import type { Turn } from './turns.ts'

interface Trying {
  attempt: SignInAttempt
  turn: Turn
  /** It asks for a new sign-in account. */
  isNew: boolean
  /** Counts a new sign-in account. False: too many. */
  register(): Promise<boolean>
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
  try {
    // While it waited, others of its network may have failed.
    if (!(await attempt.mayStillTry()) || (isNew && !(await register()))) {
      await attempt.takeBack()
      return 'tooManyAttempts'
    }
    const found = await prove()
    if (typeof found !== 'string') {
      // A new sign-in account counts as an attempt, so that nobody creates thousands.
      if (!isNew) await attempt.takeBack()
    } else if (guesses.has(found)) await attempt.failed()
    return found
  } catch (error) {
    // Nobody learned anything: no password was checked, or the database failed.
    if (!(error instanceof HashingBusyError)) return await takenBack(attempt)(error)
    await attempt.takeBack()
    return 'busy'
  } finally {
    turn.end()
  }
}
