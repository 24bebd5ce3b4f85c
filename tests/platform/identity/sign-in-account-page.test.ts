import { expect, test } from 'vitest'
import { signInAccountPage } from '../../../platform/identity/sign-in-account-page.ts'
import type { SignIn } from '../../../platform/identity/sign-ins.ts'

const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const signIn = (uid: string): SignIn => ({
  uid,
  userAgent: phone,
  madeAt: new Date('2026-05-01T08:00:00Z'),
  usedAt: new Date('2026-05-02T09:00:00Z'),
})
/** The page of a browser whose session is `here`. */
const pageOf = (...uids: string[]) => pageAfter(undefined, ...uids)
const pageAfter = (done: 'ended' | undefined, ...uids: string[]) =>
  signInAccountPage({
    done,
    language: 'en',
    tag: 'en-GB',
    action: '/oidc/account',
    username: 'ann',
    here: 'here',
    signIns: uids.map(signIn),
  }).render().html
const items = (html: string) => html.split('<li>').slice(1)

test('the browser that is used stands first, and cannot end its own sign-in', () => {
  const [own = '', other = ''] = items(pageOf('phone', 'here'))
  expect([own.includes('(this browser)'), own.includes('<form')]).toEqual([true, false])
  expect([other.includes('(this browser)'), other.includes('<form')]).toEqual([false, true])
})

test('each sign-in says since when it is there, when it was used last, and what its button ends', () => {
  const [, other = ''] = items(pageOf('here', 'phone'))
  expect(other.replace(/<time [^>]*>/g, '').replaceAll('</time>', '')).toContain(
    'Signed in: 1 May 2026, 08:00 UTC<br>Last used: 2 May 2026, 09:00 UTC',
  )
  expect(other).toMatch(/<button [^>]*aria-label="[^":]+: Firefox, Android">/)
})

test('all others can be ended at once, if there are several', () => {
  const offers = (...uids: string[]) => pageOf(...uids).includes('value="endOthers"')
  expect([offers('here', 'a'), offers('here', 'a', 'b')]).toEqual([false, true])
})

test('the button that shows a password says which one', () => {
  expect(pageOf('here')).toMatch(
    /<label for="current" id="current-label">[\s\S]*<button [^>]*aria-describedby="current-label"/,
  )
})

test('after a sign-in was ended, the page says so in words that need no knowledge of tokens', () => {
  expect(pageAfter('ended', 'here')).toContain('Done. You are signed out there.')
})
