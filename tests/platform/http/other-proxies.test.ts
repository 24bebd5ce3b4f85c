import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressForLimits } from '../../../platform/compose/other-proxies.ts'
import { createNetworks } from '../../../platform/http/addresses.ts'
import { createWrittenLog } from '../written-log.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

/** Addresses that the log names after these requests. */
function namedAfter(isBehindProxy: boolean, requests: readonly IncomingMessage[]) {
  const { log, written } = createWrittenLog('warn')
  const addressOf = addressForLimits({ isBehindProxy, log, trusted: createNetworks(['10.0.0.2']) })
  const counted = requests.map(addressOf)
  const named = [...written().matchAll(/"proxy":"([^"]+)"/g)].map(([, address]) => address)
  return { counted, named }
}

test('the log names a proxy that is not trusted once, and its own address counts', () => {
  const other = request('::ffff:172.17.0.1', '198.51.100.7')
  const trusted = request('10.0.0.2', '198.51.100.8')
  const { counted, named } = namedAfter(true, [trusted, other, other, request('192.0.2.1')])
  expect(counted).toEqual(['198.51.100.8', '172.17.0.1', '172.17.0.1', '192.0.2.1'])
  expect(named).toEqual(['172.17.0.1'])
})

test('a platform without a proxy, and many who send the header themselves, fill no log', () => {
  const many = Array.from({ length: 50 }, (_, index) => request(`192.0.2.${index}`, '198.51.100.7'))
  expect(namedAfter(false, many).named).toEqual([])
  expect(namedAfter(true, many).named).toHaveLength(10)
})
