import { expect, test, vi } from 'vitest'
import type { PageError } from '../../../platform/identity/pages/texts.ts'
import { HashingBusyError } from '../../../platform/identity/passwords/hashing.ts'
import { tryInTurn } from '../../../platform/identity/queue/try-in-turn.ts'
import type { ProvenSignInAccount } from '../../../platform/identity/sign-in-accounts.ts'

const alice: ProvenSignInAccount = { id: 'alice', username: 'alice', proof: 'p' }

interface Case {
  isNew?: boolean
  begins?: boolean
  mayStillTry?: boolean
  mayRegister?: boolean
  found?: ProvenSignInAccount | PageError | Error
}

/** What becomes of an attempt, and what its user gets. */
async function outcomeOf({ isNew = false, found = alice, ...given }: Case) {
  const events: string[] = []
  const { begins = true, mayStillTry = true, mayRegister = true } = given
  const result = await tryInTurn({
    attempt: {
      network: '192.0.2.1',
      mayStillTry: async () => mayStillTry,
      takeBack: async () => void events.push('taken back'),
      failed: async () => void events.push('failed'),
    },
    turn: {
      begins: Promise.resolve(begins),
      before: () => 0,
      end: () => void events.push('turn ended'),
    },
    isNew,
    register: async () =>
      mayRegister ? { takeBack: async () => void events.push('not created') } : null,
    prove: async () => {
      if (found instanceof Error) throw found
      return found
    },
  })
  return [typeof result === 'string' ? result : result.id, ...events]
}

test.each<[string, Case, string[]]>([
  ['a right password does not count', {}, ['alice', 'taken back', 'turn ended']],
  [
    'a new account counts, so that nobody makes thousands',
    { isNew: true },
    ['alice', 'turn ended'],
  ],
  [
    'a wrong one counts for the network, too',
    { found: 'wrong' },
    ['wrong', 'failed', 'turn ended'],
  ],
  [
    'a taken name is a guess, too',
    { isNew: true, found: 'usernameTaken' },
    ['usernameTaken', 'not created', 'failed', 'turn ended'],
  ],
  [
    'a mistake that says nothing of an account is no failure',
    { isNew: true, found: 'passwordShort' },
    ['passwordShort', 'not created', 'turn ended'],
  ],
  ['who gets no turn has not tried', { begins: false }, ['busy', 'taken back']],
  [
    'others of the network have failed meanwhile',
    { mayStillTry: false },
    ['tooManyAttempts', 'taken back', 'turn ended'],
  ],
  [
    'there are too many new accounts',
    { isNew: true, mayRegister: false },
    ['tooManyAttempts', 'taken back', 'turn ended'],
  ],
  [
    'no password was checked',
    { found: new HashingBusyError('too many wait', 5) },
    ['busy', 'taken back', 'turn ended'],
  ],
  [
    'no password was hashed for a new account',
    { isNew: true, found: new HashingBusyError('too many wait', 5) },
    ['busy', 'not created', 'taken back', 'turn ended'],
  ],
])('%s', async (_, given, expected) => {
  expect(await outcomeOf(given)).toEqual(expected)
})

test('an attempt whose check fails, as on a full disk, does not count, and is an error', async () => {
  const full = new Error('no space left on device')
  const takenBack = vi.fn(async () => Promise.reject(full))
  const trying = tryInTurn({
    attempt: {
      network: '192.0.2.1',
      mayStillTry: async () => true,
      takeBack: takenBack,
      failed: async () => undefined,
    },
    turn: { begins: Promise.resolve(true), before: () => 0, end: () => undefined },
    isNew: false,
    register: async () => null,
    prove: () => Promise.reject(full),
  })
  await expect(trying).rejects.toBe(full)
  expect(takenBack).toHaveBeenCalledOnce()
})
