import * as v from 'valibot'
import { expect, test } from 'vitest'
import { DesktopMessage, EmbedderMessage, ticketIn } from '../../../src/remote-desktop/messages.ts'

test('a ticket is what stands behind the # of the address', () => {
  expect(ticketIn('https://ctf.example/desktop.html?desktop=d1#ticket=a.b-c_d')).toBe('a.b-c_d')
  expect(ticketIn('https://ctf.example/desktop.html')).toBe(null)
  expect(ticketIn('no address')).toBe(null)
})

test('anything but a message of the protocol is ignored', () => {
  const strangers = [null, 'fullscreen', {}, { type: 'ticket' }, { type: 'ticket', url: 1 }]
  expect(strangers.map(data => v.is(EmbedderMessage, data) || v.is(DesktopMessage, data))).toEqual(
    strangers.map(() => false),
  )
  expect(v.is(DesktopMessage, { type: 'fullscreen' })).toBe(true)
})
