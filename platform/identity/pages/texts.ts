import { type Language, sourceLanguage, wantedLanguage } from '../../../src/domain/languages.ts'
import { inEveryLanguage } from '../../locales/texts.ts'
import type { SignInAccountRefusal } from '../sign-in-accounts.ts'

export type PageError =
  | SignInAccountRefusal
  | 'termsNotAccepted'
  | 'passwordWrong'
  | 'wrong'
  | 'empty'
  | 'tooManyAttempts'
  | 'busy'
  | 'tooLarge'

/** The texts of the provider's pages. */
export const texts = inEveryLanguage(i18n => ({
  title: i18n.t('Sign in'),
  username: i18n.t('Username'),
  password: i18n.t('Password'),
  show: i18n.t('Show'),
  signIn: i18n.t('Sign in'),
  /** The name follows. */
  otherAccount: i18n.t('This browser is now signed in with another account:'),
  otherAccountGoOn: i18n.t('Continue with this account'),
  newHere: i18n.t('New here?'),
  newHow: i18n.t('Type the username and password that you want into the fields above.'),
  /** Instead of `errors.wrong` where visitors can create accounts. */
  wrongOrNew: i18n.t('Wrong username or password. New here? Create an account.'),
  usernameRule: i18n.t('Username: up to 40 letters, digits, dots, dashes or underscores.'),
  passwordRule: i18n.t('Password: at least 8 characters, and hard to guess.'),
  terms: i18n.t('Terms of participation'),
  invite: i18n.t('Invite code'),
  inviteRule: i18n.t('Only for a new account. You get the code from the organisers.'),
  acceptTerms: i18n.t('I accept the terms of participation.'),
  createAccount: i18n.t('Create account'),
  signOutTitle: i18n.t('Sign out'),
  signOutQuestion: i18n.t('Do you want to sign out?'),
  signOut: i18n.t('Sign out'),
  stay: i18n.t('Stay signed in'),
  signingOut: i18n.t('Signing out…'),
  signedOut: i18n.t('You are signed out.'),
  errorTitle: i18n.t('Sign-in failed'),
  failed: i18n.t(
    'Something is wrong with this sign-in. Go back to the app and try again. If it happens again, tell the organisers:',
  ),
  expired: i18n.t(
    'This sign-in has expired or is already complete. Go back to the app and sign in again.',
  ),
  unavailableTitle: i18n.t('Not available'),
  unavailable: i18n.t(
    'Guidon cannot reach its database. Nothing is lost. Reload this page in a few seconds.',
  ),
  queuePosition: (position: number) =>
    i18n.t('Many people are signing in right now. You are number {position} in the queue.', {
      position,
    }),
  next: i18n.t('You are next.'),
  keepOpen: i18n.t('This page continues automatically. Keep it open.'),
  goOn: i18n.t('Continue'),
  home: i18n.t('To the app'),
  account: {
    title: i18n.t('Account'),
    intro: i18n.t('You are signed in as'),
    signInFirst: i18n.t('You are signed out. Sign in to the app, then come back to this page.'),
    signIns: i18n.t('Where you are signed in'),
    here: i18n.t('this browser'),
    unknown: i18n.t('Unknown device'),
    since: i18n.t('Signed in:'),
    used: i18n.t('Last used:'),
    end: i18n.t('Sign out'),
    endOthers: i18n.t('Sign out everywhere else'),
    ended: i18n.t('Done. You are signed out there.'),
    changePassword: i18n.t('Change password'),
    current: i18n.t('Current password'),
    wanted: i18n.t('New password'),
    rule: i18n.t('At least 8 characters, and hard to guess.'),
    passwordChanged: i18n.t('Password changed. You are signed out everywhere else.'),
  },
  choosePassword: {
    title: i18n.t('Choose a password'),
    intro: i18n.t('The organisers gave you this link to your account. Your username is'),
    save: i18n.t('Save password'),
    done: i18n.t('Password saved. Sign in to the app with it.'),
    linkUsed: i18n.t(
      'This link does not work, or no longer works. If you have chosen a password, sign in to the app with it. If not, ask the organisers.',
    ),
  },
  errors: {
    wrong: i18n.t('Wrong username or password.'),
    empty: i18n.t('Enter a username and a password.'),
    termsNotAccepted: i18n.t('First accept the terms of participation.'),
    tooManyAttempts: i18n.t('Too many attempts. Wait a minute, then try again.'),
    tooLarge: i18n.t('That was too much text. Enter a shorter username and password.'),
    busy: i18n.t('Many people are signing in right now. Try again in a few seconds.'),
    usernameInvalid: i18n.t(
      'This username does not work. Use up to 40 letters of one alphabet, digits, dots, dashes or underscores, and begin with a letter or digit.',
    ),
    usernameTaken: i18n.t(
      'This username, or one that looks like it, is taken. Choose another, or sign in.',
    ),
    registrationClosed: i18n.t(
      'Registration is closed. If you have an account, sign in. If not, ask the organisers.',
    ),
    inviteWrong: i18n.t(
      'This invite code is wrong or used up. Check it, or ask the organisers for another one.',
    ),
    passwordWrong: i18n.t('The current password is wrong.'),
    passwordShort: i18n.t('Choose a password of at least 8 characters.'),
    passwordLong: i18n.t('Choose a password of at most 256 characters.'),
    passwordCommon: i18n.t(
      'This password is too easy to guess: many people use it, or it is your username. Choose another.',
    ),
  } satisfies Record<PageError, string>,
}))

/** The first requested language that exists, or English. Each item is a list of tags. */
export const languageOf = (...requested: (string | undefined)[]): Language =>
  wantedLanguage(requested.flatMap(tags => tags?.split(/[\s,]+/) ?? [])) ?? sourceLanguage
