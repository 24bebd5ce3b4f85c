import { type Language, sourceLanguage, wantedLanguage } from '../../src/domain/languages.ts'
import type { AccountRefusal } from './accounts.ts'

export type PageError =
  | AccountRefusal
  | 'termsNotAccepted'
  | 'passwordWrong'
  | 'wrong'
  | 'empty'
  | 'tooManyAttempts'
  | 'busy'
  | 'tooLarge'

const english = {
  title: 'Sign in',
  username: 'Username',
  password: 'Password',
  show: 'Show',
  signIn: 'Sign in',
  newHere: 'New here?',
  usernameRule: 'Username: up to 40 letters, digits, dots, dashes or underscores.',
  passwordRule: 'Password: at least 8 characters, and hard to guess.',
  terms: 'Terms of participation',
  invite: 'Invite code',
  inviteRule: 'Only for a new account. You get the code from the organisers.',
  acceptTerms: 'I accept the terms of participation.',
  createAccount: 'Create account',
  signOutTitle: 'Sign out',
  signOutQuestion: 'Do you want to sign out?',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  signingOut: 'Signing out …',
  signedOut: 'You are signed out.',
  errorTitle: 'Sign-in failed',
  failed:
    'Something is wrong with this sign-in. Go back to the app and try again. If it happens again, tell the organisers:',
  expired: 'This sign-in has expired or is already complete. Go back to the app and sign in again.',
  unavailableTitle: 'Not available',
  unavailable:
    'Guidon cannot reach its database. Nothing is lost. Reload this page in a few seconds.',
  place: 'Many people are signing in right now. You are number {place} in the queue.',
  next: 'You are next.',
  keepOpen: 'This page continues automatically. Keep it open.',
  goOn: 'Continue',
  home: 'To the app',
  account: {
    title: 'Account',
    intro: 'You are signed in as',
    signInFirst: 'You are signed out. Sign in to the app, then come back to this page.',
    signIns: 'Where you are signed in',
    here: 'this browser',
    unknown: 'Unknown device',
    since: 'Signed in:',
    used: 'Last used:',
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    ended: 'Done. The tokens of that sign-in are no longer valid.',
    changePassword: 'Change password',
    current: 'Current password',
    wanted: 'New password',
    rule: 'At least 8 characters, and hard to guess.',
    passwordChanged: 'Password changed. You are signed out everywhere else.',
  },
  choosePassword: {
    title: 'Choose a password',
    intro: 'The organisers created an account for you. Your username is',
    save: 'Save password',
    done: 'Password saved. Sign in to the app with it.',
    linkUsed:
      'This link does not work, or not any more. If you have chosen a password, sign in to the app with it. If not, ask the organisers.',
  },
  errors: {
    wrong: 'Wrong username or password.',
    empty: 'Enter a username and a password.',
    termsNotAccepted: 'First accept the terms of participation.',
    tooManyAttempts: 'Too many attempts. Wait a minute, then try again.',
    tooLarge: 'That was too much text. Enter a shorter username and password.',
    busy: 'Many people are signing in right now. Try again in a few seconds.',
    usernameInvalid:
      'This username does not work. Use up to 40 letters of one alphabet, digits, dots, dashes or underscores, and begin with a letter or digit.',
    usernameTaken:
      'This username, or one that looks like it, is taken. Choose another, or sign in.',
    registrationClosed:
      'Registration is closed. If you have an account, sign in. If not, ask the organisers.',
    inviteWrong:
      'This invite code is wrong or used up. Check it, or ask the organisers for another one.',
    passwordWrong: 'The current password is wrong.',
    passwordShort: 'Choose a password of at least 8 characters.',
    passwordLong: 'Choose a password of at most 256 characters.',
    passwordCommon:
      'This password is too easy to guess: many people use it, or it is your username. Choose another.',
  } satisfies Record<PageError, string>,
}

type Texts = {
  readonly [K in keyof typeof english]: (typeof english)[K] extends string
    ? string
    : Readonly<Record<keyof (typeof english)[K], string>>
}

/** The texts of the provider's pages. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: english,
  de: {
    title: 'Anmelden',
    username: 'Benutzername',
    password: 'Passwort',
    show: 'Anzeigen',
    signIn: 'Anmelden',
    newHere: 'Neu hier?',
    usernameRule: 'Benutzername: bis zu 40 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.',
    passwordRule: 'Passwort: mindestens 8 Zeichen und schwer zu erraten.',
    terms: 'Teilnahmebedingungen',
    invite: 'Einladungscode',
    inviteRule: 'Nur für ein neues Konto. Den Code bekommst du von der Organisation.',
    acceptTerms: 'Ich akzeptiere die Teilnahmebedingungen.',
    createAccount: 'Konto anlegen',
    signOutTitle: 'Abmelden',
    signOutQuestion: 'Möchtest du dich abmelden?',
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
    signingOut: 'Du wirst abgemeldet …',
    signedOut: 'Du bist abgemeldet.',
    errorTitle: 'Anmeldung fehlgeschlagen',
    failed:
      'Mit dieser Anmeldung stimmt etwas nicht. Geh zurück zur App und versuch es noch einmal. Wenn es wieder passiert, sag der Organisation Bescheid:',
    expired:
      'Diese Anmeldung ist abgelaufen oder schon abgeschlossen. Geh zurück zur App und melde dich neu an.',
    unavailableTitle: 'Nicht erreichbar',
    unavailable:
      'Guidon erreicht seine Datenbank nicht. Nichts ist verloren. Lade diese Seite in ein paar Sekunden neu.',
    place: 'Gerade melden sich viele an. Du bist Nummer {place} in der Warteschlange.',
    next: 'Du bist als Nächstes dran.',
    keepOpen: 'Diese Seite geht automatisch weiter. Lass sie offen.',
    goOn: 'Weiter',
    home: 'Zur App',
    account: {
      title: 'Konto',
      intro: 'Du bist angemeldet als',
      signInFirst:
        'Du bist abgemeldet. Melde dich in der App an und komm dann auf diese Seite zurück.',
      signIns: 'Wo du angemeldet bist',
      here: 'dieser Browser',
      unknown: 'Unbekanntes Gerät',
      since: 'Angemeldet:',
      used: 'Zuletzt benutzt:',
      end: 'Abmelden',
      endOthers: 'Überall sonst abmelden',
      ended: 'Erledigt. Die Tokens dieser Anmeldung gelten nicht mehr.',
      changePassword: 'Passwort ändern',
      current: 'Aktuelles Passwort',
      wanted: 'Neues Passwort',
      rule: 'Mindestens 8 Zeichen und schwer zu erraten.',
      passwordChanged: 'Passwort geändert. Überall sonst bist du abgemeldet.',
    },
    choosePassword: {
      title: 'Passwort wählen',
      intro: 'Die Organisation hat ein Konto für dich angelegt. Dein Benutzername ist',
      save: 'Passwort speichern',
      done: 'Passwort gespeichert. Melde dich damit in der App an.',
      linkUsed:
        'Dieser Link gilt nicht oder nicht mehr. Wenn du schon ein Passwort gewählt hast, melde dich damit in der App an. Wenn nicht, frag die Organisation.',
    },
    errors: {
      wrong: 'Benutzername oder Passwort ist falsch.',
      empty: 'Gib Benutzername und Passwort ein.',
      termsNotAccepted: 'Akzeptiere zuerst die Teilnahmebedingungen.',
      tooManyAttempts: 'Zu viele Versuche. Warte eine Minute und versuch es dann noch einmal.',
      tooLarge:
        'Das war zu viel Text. Gib einen kürzeren Benutzernamen und ein kürzeres Passwort ein.',
      busy: 'Gerade melden sich viele an. Versuch es in ein paar Sekunden noch einmal.',
      usernameInvalid:
        'Dieser Benutzername geht nicht. Nimm bis zu 40 Buchstaben aus einem Alphabet, Ziffern, Punkte, Binde- oder Unterstriche, mit einem Buchstaben oder einer Ziffer am Anfang.',
      usernameTaken:
        'Dieser Benutzername oder einer, der genauso aussieht, ist schon vergeben. Wähle einen anderen, oder melde dich an.',
      registrationClosed:
        'Die Registrierung ist geschlossen. Wenn du ein Konto hast, melde dich an. Wenn nicht, frag die Organisation.',
      inviteWrong:
        'Dieser Einladungscode stimmt nicht oder ist aufgebraucht. Prüf ihn, oder frag die Organisation nach einem neuen.',
      passwordWrong: 'Das aktuelle Passwort stimmt nicht.',
      passwordShort: 'Wähle ein Passwort mit mindestens 8 Zeichen.',
      passwordLong: 'Wähle ein Passwort mit höchstens 256 Zeichen.',
      passwordCommon:
        'Dieses Passwort ist zu leicht zu erraten: Viele benutzen es, oder es ist dein Benutzername. Wähle ein anderes.',
    },
  },
}

/** The first requested language that exists, or English. Each item is a list of tags. */
export const languageOf = (...requested: (string | undefined)[]): Language =>
  wantedLanguage(requested.flatMap(tags => tags?.split(/[\s,]+/) ?? [])) ?? sourceLanguage
