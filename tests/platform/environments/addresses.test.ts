import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { environmentAddresses, whyUnreachable } from '../../../platform/compose/addresses.ts'
import { createProcessDriver } from '../../../platform/environments/process/driver.ts'
import { openPort, portOf } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import { readOptions } from '../../../platform/options.ts'
import { ownPort } from '../../support/own-port.ts'
import { serviceSpec } from './service.ts'

const given = {
  ...{ host: '127.0.0.1', origin: 'https://ctf.example.org' },
  ...{ environmentsBind: null, environmentsHost: null },
}

test('participants see the name of the origin, or what the organiser says', () => {
  expect(environmentAddresses(given)).toEqual({ host: '127.0.0.1', address: 'ctf.example.org' })
  const said = { environmentsBind: '0.0.0.0', environmentsHost: 'play.example.org' }
  expect(environmentAddresses({ ...given, ...said })).toEqual({
    host: '0.0.0.0',
    address: 'play.example.org',
  })
})

test('an address that nobody will reach is named, with what to do', () => {
  expect(whyUnreachable(given)).toContain('--environments-bind')
  expect(whyUnreachable({ ...given, environmentsBind: '10.0.0.5' })).toBeNull()
  const local = { ...given, origin: 'http://127.0.0.1:8080' }
  expect(whyUnreachable(local)).toBeNull()
  expect(whyUnreachable({ ...local, host: '0.0.0.0' })).toContain('--environments-host')
  expect(whyUnreachable({ ...local, host: '0.0.0.0', environmentsHost: '10.0.0.5' })).toBeNull()
})

test('the options are read, and wrong ones are named', () => {
  const read = (...args: string[]) => readOptions(args, {})
  expect(
    read('--environments-host', 'a.b', '--environments-bind', '::', '--environments-ports', '5-9'),
  ).toMatchObject({
    environmentsHost: 'a.b',
    environmentsBind: '::',
    environmentsPorts: { from: 5, to: 9 },
  })
  for (const wrong of ['9-5', '0-5', '5-70000', '5', 'a-b'])
    expect(() => read('--environments-ports', wrong)).toThrow('give a range like 40000-41000')
  expect(() => read('--environments-host', 'http://a')).toThrow('give a name or an address')
})

/** Two ports that are free now, side by side. */
async function twoPorts(): Promise<number> {
  for (;;) {
    const first = await ownPort()
    const second = createServer().listen(first + 1, '127.0.0.1')
    const isFree = await once(second, 'listening').then(
      () => true,
      () => false,
    )
    second.close()
    if (isFree) return first
  }
}

test('a port of the range is taken that is free, and a full range is named', async () => {
  const from = await twoPorts()
  const range = { from, to: from + 1 }
  const servers = [await openPort('127.0.0.1', range), await openPort('127.0.0.1', range)]
  onTestFinished(() => {
    for (const server of servers) server.close()
  })
  expect(servers.map(portOf).sort()).toEqual([from, from + 1])
  await expect(openPort('127.0.0.1', range)).rejects.toThrow(
    `no port from ${from} to ${from + 1} is free (--environments-ports)`,
  )
})

test('an environment is opened within the range, at the name that participants see', async () => {
  const from = await twoPorts()
  const driver = await createProcessDriver({
    ...{ host: '127.0.0.1', address: 'play.example.org', log: createLog('silent') },
    ...{ range: { from, to: from + 1 } },
  })
  onTestFinished(() => driver.close())
  const { endpoints } = await driver.start(serviceSpec('ranged'), new AbortController().signal)
  expect(endpoints[0]?.ip).toBe('play.example.org')
  expect([from, from + 1]).toContain(endpoints[0]?.port)
})
