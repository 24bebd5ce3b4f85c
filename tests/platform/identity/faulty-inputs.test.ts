import { describe, expect, test } from 'vitest'
import { choosePasswordPage, signInPage } from '../../../platform/identity/pages/sign-in-pages.ts'
import type { PageError } from '../../../platform/identity/pages/texts.ts'
import { signInAccountPage } from '../../../platform/identity/sign-in-account-page.ts'

const terms = { html: '<p>Be fair.</p>', language: 'en', hash: 'abc' }
const form = { language: 'en', action: '/', formTargets: [], terms } as const

/** The ids of the inputs that have the focus, that are invalid, and that the error describes. */
function marksIn(page: ReturnType<typeof signInPage>) {
  const inputs = page.render().html.match(/<input id=[^>]*>/g) ?? []
  const idsWith = (mark: RegExp) =>
    inputs.filter(input => mark.test(input)).map(input => /id="(\w+)"/.exec(input)?.[1])
  return {
    focused: idsWith(/ autofocus/),
    invalid: idsWith(/ aria-invalid="true"/),
    described: idsWith(/ aria-describedby="error\b/),
  }
}

const only = (id: string) => ({ focused: [id], invalid: [id], described: [id] })
/** The error is about no input. */
const none = (id: string) => ({ focused: [id], invalid: [], described: [id] })

describe('on the sign-in page', () => {
  const inputs = ['username', 'password']
  test.each<[PageError, ReturnType<typeof only>]>([
    ['usernameInvalid', only('username')],
    ['usernameTaken', only('username')],
    ['passwordShort', only('password')],
    ['passwordLong', only('password')],
    ['passwordCommon', only('password')],
    ['inviteWrong', only('invite')],
    ['termsNotAccepted', only('terms')],
    ['wrong', { focused: ['password'], invalid: inputs, described: inputs }],
    ['empty', only('password')],
    ['tooManyAttempts', none('password')],
    ['busy', none('password')],
    ['registrationClosed', none('password')],
  ])('the error %s marks the input to correct', (error, marks) => {
    const page = signInPage({
      ...form,
      username: 'alice',
      error,
      isNew: error !== 'wrong',
      registration: 'invited',
    })
    expect(marksIn(page)).toEqual(marks)
  })

  test('an error without a username is about that', () => {
    expect(marksIn(signInPage({ ...form, username: ' ', error: 'empty' }))).toEqual(
      only('username'),
    )
    expect(marksIn(signInPage({ ...form, error: 'tooLarge' }))).toEqual(none('username'))
  })

  test('a first sign-in without the terms marks their acceptance', () => {
    const page = signInPage({ ...form, username: 'alice', error: 'termsNotAccepted' })
    expect(marksIn(page)).toEqual(only('terms'))
  })

  test.each([undefined, 'alice'])('nothing is invalid without an error, as %s', username => {
    const focused = [username ? 'password' : 'username']
    expect(marksIn(signInPage({ ...form, username }))).toEqual({
      focused,
      invalid: [],
      described: [],
    })
  })

  test('a wrong password leads to a new account, if visitors can create one', () => {
    const shown = (registration: 'open' | 'invited' | 'closed') =>
      signInPage({ ...form, username: 'alice', error: 'wrong', registration }).render().html
    const newHere = 'Wrong username or password. New here? Create an account.</p>'
    expect(shown('open')).toContain(newHere)
    expect(shown('invited')).toContain(newHere)
    expect(shown('closed')).toContain('Wrong username or password.</p>')
  })
})

test.each<[PageError, ReturnType<typeof only>]>([
  ['passwordShort', only('wanted')],
  ['passwordCommon', only('wanted')],
  ['termsNotAccepted', only('terms')],
  ['busy', none('wanted')],
])('where a password is chosen, the error %s marks the input to correct', (error, marks) => {
  expect(marksIn(choosePasswordPage({ ...form, username: 'alice', error }))).toEqual(marks)
})

test.each<[PageError, ReturnType<typeof only>]>([
  ['passwordWrong', only('current')],
  ['passwordShort', only('wanted')],
  ['passwordCommon', only('wanted')],
  ['tooManyAttempts', none('current')],
])('where a password is changed, the error %s marks the input to correct', (error, marks) => {
  const page = signInAccountPage({
    language: 'en',
    tag: 'en',
    action: '/',
    username: 'alice',
    signIns: [],
    here: '',
    error,
  })
  expect(marksIn(page)).toEqual(marks)
})
