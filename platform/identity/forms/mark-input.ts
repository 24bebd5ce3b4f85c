import type { PageError } from '../pages/texts.ts'

/** An input of the pages, by its id. */
type Input = 'username' | 'password' | 'current' | 'wanted' | 'invite' | 'terms'

/** Where a visitor corrects a mistake, on whichever page it was made. The first one gets the focus. */
const faultyInputs: Partial<Record<PageError, readonly Input[]>> = {
  usernameInvalid: ['username'],
  usernameTaken: ['username'],
  // Nobody learns which of the two is wrong. The page empties the password.
  wrong: ['password', 'username'],
  passwordWrong: ['current'],
  passwordShort: ['password', 'wanted'],
  passwordLong: ['password', 'wanted'],
  passwordCommon: ['password', 'wanted'],
  inviteWrong: ['invite'],
  termsNotAccepted: ['terms'],
}

interface Marking {
  error: PageError | undefined
  /** The inputs of the page. */
  inputs: readonly Input[]
  /** Has the focus, unless there is a mistake in another input; undefined: none has it then. */
  first: Input | undefined
}

/**
 * Says which attributes an input gets: the focus, whether it has a mistake, and the ids of the texts about it.
 *
 * @returns a function of the input, and the id of its rule, if it has one. Its result begins with a space
 */
export function inputMarker({ error, inputs, first }: Marking) {
  const listed = error === 'empty' && first ? [first] : error ? (faultyInputs[error] ?? []) : []
  const faulty = listed.filter(input => inputs.includes(input))
  const focused = faulty[0] ?? first
  return (input: Input, rule = '') => {
    const isFaulty = faulty.includes(input)
    // An error without a faulty input is read with the focused one.
    const isDescribed = isFaulty || (error && faulty.length === 0 && input === focused)
    const texts = [isDescribed ? 'error' : '', rule].filter(id => id !== '').join(' ')
    return [
      isFaulty ? ' aria-invalid="true"' : '',
      input === focused ? ' autofocus' : '',
      texts ? ` aria-describedby="${texts}"` : '',
    ].join('')
  }
}

export type MarkInput = ReturnType<typeof inputMarker>
