import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createConnectionCount } from '../../../platform/http/connections.ts'

const from = (remoteAddress: string) =>
  Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket

test.each([
  ['one /64 of IPv6', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'],
  [
    'one address of IPv4, by a socket of both families',
    '::ffff:192.0.2.1',
    '192.0.2.1',
    '192.0.2.2',
  ],
])('connections of %s count together', (_, one, same, other) => {
  const { admit } = createConnectionCount({ total: 10, perAddress: 1, isExempt: () => false })
  const first = from(one)
  expect([first, from(same), from(other)].map(admit)).toEqual([true, false, true])
  first.emit('close')
  expect(admit(from(same))).toBe(true)
})
