import { expect, onTestFinished, test, vi } from 'vitest'
import { giveTickets, wantTicket } from '../../src/remote-desktop/screens/ticket-exchange.ts'

/** A page of this desktop that gets tickets so. @returns what it is asked with, and its clean-up */
function open(desktop: string, renew = async (_: AbortSignal) => `ticket of ${desktop}`) {
  const asked = vi.fn(renew)
  const close = giveTickets(desktop, asked)
  onTestFinished(close)
  return { asked, close }
}

const want = (desktop: string) => {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  return wantTicket(desktop, over.signal)
}

test('the page of the second screen gets a ticket of its own desktop, and of no other', async () => {
  const other = open('other')
  open('mine')
  expect(await want('mine')).toBe('ticket of mine')
  expect(other.asked).not.toHaveBeenCalled()
})

test('a ticket that another desktop gives meanwhile is not taken', async () => {
  const renewed = Promise.withResolvers<string>()
  open('mine', () => renewed.promise)
  open('other')
  const wanted = want('mine')
  expect(await want('other')).toBe('ticket of other')
  renewed.resolve('ticket of mine')
  expect(await wanted).toBe('ticket of mine')
})

test('a page that has no way to a ticket leaves the answer to others', async () => {
  const without = open('mine', () => Promise.reject(new Error('its pass has expired')))
  open('mine')
  expect(await want('mine')).toBe('ticket of mine')
  expect(without.asked).toHaveBeenCalled()
})

test('a page that was closed meanwhile gives nothing', async () => {
  const renewed = Promise.withResolvers<string>()
  const leaving = open('mine', () => renewed.promise)
  const wanted = want('mine')
  await expect.poll(() => leaving.asked.mock.calls.length).toBe(1)
  const [[signal] = []] = leaving.asked.mock.calls
  leaving.close()
  expect(signal?.aborted).toBe(true)
  renewed.resolve('too late')
  // Asked again, a page that is there answers both.
  open('mine')
  expect(await want('mine')).toBe('ticket of mine')
  expect(await wanted).toBe('ticket of mine')
})
