import { afterEach, expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import { forgetOtherUser } from '../../src/browser/forget-other-user.ts'
import { keptInvitation, keptView } from '../../src/browser/kept-tokens.ts'
import { invitationStore, viewStore } from '../../src/browser/opened-links.ts'

const actors: { stop(): unknown }[] = []
afterEach(() => {
  for (const actor of actors.splice(0)) actor.stop()
  sessionStorage.clear()
})

/** A page that begins at this address, and what it gets to know of invitations. */
function openAt(address: string) {
  history.replaceState({ kept: true }, '', address)
  const opened: unknown[] = []
  keptInvitation.keep()
  keptView.keep()
  const machine = setup({ actors: { invitationStore } }).createMachine({
    invoke: { src: 'invitationStore', id: 'store' },
    on: { 'invitation.opened': { actions: ({ event }) => opened.push(event.token) } },
  })
  const actor = createActor(machine).start()
  actors.push(actor)
  return {
    opened,
    use: () => actor.getSnapshot().children.store?.send({ type: 'invitation.used' }),
  }
}
const address = () => location.pathname + location.search + location.hash

test('the token goes from the address into the tab, and leaves no trace in the history', () => {
  const entries = history.length
  expect(openAt('/join?x=1#a%2Fb').opened).toEqual(['a/b'])
  expect([address(), history.length, history.state]).toEqual(['/join?x=1', entries, { kept: true }])
})

test('the token is there again after a sign-in, until it was used', () => {
  openAt('/join#abc')
  const later = openAt('/auth/redirect?code=1')
  expect(later.opened).toEqual(['abc'])
  later.use()
  expect(openAt('/join').opened).toEqual([])
})

test('what one user has opened and not used is not kept for the next user of the tab', () => {
  forgetOtherUser('alice')
  openAt('/join#abc')
  openAt('/flugzeug#view=def')
  actors.push(createActor(viewStore).start())
  // Her session ended by itself, and she signs in again.
  forgetOtherUser('alice')
  expect([openAt('/join').opened, keptView.read()]).toEqual([['abc'], 'def'])
  forgetOtherUser('bob')
  expect([openAt('/join').opened, keptView.read()]).toEqual([[], null])
})

test('a link that is opened without a session is for the user who then signs in', () => {
  forgetOtherUser('alice')
  openAt('/join#abc')
  history.replaceState(null, '', '/join#abc')
  // The page of this address asks bob to sign in.
  keptInvitation.keep()
  forgetOtherUser('bob')
  expect(openAt('/join').opened).toEqual(['abc'])
})

test('a link that is opened in the same tab takes the place of the first', () => {
  const { opened } = openAt('/join#abc')
  history.replaceState(null, '', '/join#def')
  dispatchEvent(new Event('hashchange'))
  expect([opened, address()]).toEqual([['abc', 'def'], '/join'])
})

test('fragments of other pages, and empty ones, are no invitations', () => {
  expect(openAt('/scoreboard#abc').opened).toEqual([])
  expect(address()).toBe('/scoreboard#abc')
  expect(openAt('/join#').opened).toEqual([])
  expect(openAt('/join#%20').opened).toEqual([])
})

test('a token that is not percent-encoded correctly is taken as it is', () => {
  expect(openAt('/join#100%').opened).toEqual(['100%'])
})
