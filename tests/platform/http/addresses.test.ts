import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientAddress, createNetworks, networkOf } from '../../../platform/http/addresses.ts'

const request = (remoteAddress: string, ...forwarded: string[]) =>
  ({
    socket: { remoteAddress },
    headers: forwarded.length > 0 ? { 'x-forwarded-for': forwarded.join(', ') } : {},
  }) as unknown as IncomingMessage
const trusted = createNetworks(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])

describe('the address of a client', () => {
  test.each([
    ['comes straight', ['192.0.2.1'], '192.0.2.1'],
    ['lies, and comes straight', ['192.0.2.1', '198.51.100.7'], '192.0.2.1'],
    ['comes by a trusted proxy', ['127.0.0.1', '198.51.100.7'], '198.51.100.7'],
    ['comes by two', ['127.0.0.1', '198.51.100.7', '10.1.2.3'], '198.51.100.7'],
    ['lies to a trusted proxy', ['127.0.0.1', '203.0.113.9', '198.51.100.7'], '198.51.100.7'],
    ['comes by a proxy of IPv6', ['fd00::2', '2001:db8::7'], '2001:db8::7'],
    ['comes by a socket of both families', ['::ffff:127.0.0.1', '198.51.100.7'], '198.51.100.7'],
    ['comes by a proxy that tells ports', ['127.0.0.1', '198.51.100.7:4711'], '198.51.100.7'],
    ['comes by one that tells ports of IPv6', ['127.0.0.1', '[2001:db8::7]:4711'], '2001:db8::7'],
    ['is hidden by its proxy', ['127.0.0.1', 'unknown'], '127.0.0.1'],
    ['lies, and is hidden', ['127.0.0.1', '203.0.113.9', 'unknown'], '127.0.0.1'],
    ['comes by a proxy that tells nothing', ['127.0.0.1'], '127.0.0.1'],
    ['is a trusted host itself', ['127.0.0.1', '10.1.2.3'], '10.1.2.3'],
  ])('that %s', (_, [socket = '', ...forwarded], expected) => {
    expect(clientAddress(request(socket, ...forwarded), trusted)).toBe(expected)
  })

  test('is that of the socket where no proxy is trusted', () => {
    const none = createNetworks([])
    expect(clientAddress(request('127.0.0.1', '198.51.100.7'), none)).toBe('127.0.0.1')
  })
})

test.each(['10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'proxy.example', '10.0.0.1/'])(
  '%s is no network',
  text => expect(() => createNetworks([text])).toThrow(`${text} is not an address or a network`),
)

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['local', 'local'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network))
