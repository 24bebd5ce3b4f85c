import { once } from 'node:events'
import { createServer } from 'node:net'
import type Docker from 'dockerode'
import { expect, onTestFinished, test } from 'vitest'
import {
  environmentAddresses,
  namedEnvironments,
  whyUnreachable,
} from '../../../platform/compose/addresses.ts'
import { reachedHost } from '../../../platform/engine/reached-host.ts'
import { createProcessDriver } from '../../../platform/environments/process/driver.ts'
import { openPort, portOf } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import { readOptions } from '../../../platform/options.ts'
import { ownPort } from '../../support/servers/own-port.ts'
import { serviceSpec } from './service.ts'

const given = {
  host: '127.0.0.1',
  origin: 'https://ctf.example.org',
  environmentsBind: null,
  environmentsHost: null,
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
  const named = { ...local, origin: 'http://guidon.localhost:8080' }
  expect(whyUnreachable(named)).toBeNull()
  expect(whyUnreachable({ ...named, host: '0.0.0.0' })).toContain('--environments-host')
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

test('a domain of environments is read, and never has the app below it', () => {
  const read = (domain: string, origin = 'https://ctf.example.org') => {
    const options = readOptions(['--environments-domain', domain, '--origin', origin], {})
    return options === 'help' ? options : options.environmentsDomain
  }
  expect(read('Play.Example.org')).toBe('play.example.org')
  expect(read('ctf.example.org.play')).toBe('ctf.example.org.play')
  expect(read('play.ctf.example.org')).toBe('play.ctf.example.org')
  expect(read('play.localhost', 'http://127.0.0.1:8080')).toBe('play.localhost')
  for (const wrong of ['ctf.example.org', 'example.org', 'org'])
    expect(() => read(wrong)).toThrow('must not be below it')
  for (const wrong of [
    'https://a.b',
    'a.b:443',
    '.a.b',
    'a..b',
    'a-.b',
    '*.a.b',
    '10.0.0.1',
    `${'a.'.repeat(120)}b`,
  ])
    expect(() => read(wrong)).toThrow('give a name like play.example.org')
})

test('only ports of the protocol http have a host name', () => {
  const of = (protocol: string) => ({ ip: 'ctf.example.org', port: 40_000, protocol, title: 'X' })
  const all = ['http', 'tcp', 'https', 'udp', 'http'].map(of)
  const id = '01234567-89ab-4def-8123-456789abcdef'
  const environmentsDomain = 'play.example.org'
  const shown = (origin: string) =>
    namedEnvironments({ environmentsDomain, origin })?.shown(id, all)
  const name = '0123456789ab4def8123456789abcdef'
  expect(shown('https://ctf.example.org')).toEqual([
    { ip: `${name}.play.example.org`, port: 443, protocol: 'https', title: 'X' },
    ...['tcp', 'https', 'udp'].map(of),
    { ip: `${name}-4.play.example.org`, port: 443, protocol: 'https', title: 'X' },
  ])
  expect(shown('http://127.0.0.1:8080')?.[0]).toMatchObject({ port: 8080, protocol: 'http' })
  expect(namedEnvironments({ environmentsDomain: null, origin: 'https://x.y' })).toBeNull()
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
    host: '127.0.0.1',
    address: 'play.example.org',
    log: createLog('silent'),
    range: { from, to: from + 1 },
  })
  onTestFinished(() => driver.close())
  const { endpoints } = await driver.start(serviceSpec('ranged'), new AbortController().signal)
  expect(endpoints[0]?.ip).toBe('play.example.org')
  expect([from, from + 1]).toContain(endpoints[0]?.port)
})

test('a published port of an engine is reached where the engine is', () => {
  const reached = (modem: object, host: string, isBeside = false) =>
    reachedHost({ docker: { modem } as Docker, isBeside, host, address: 'ctf.example.org' })
  const [socket, remote] = [{ socketPath: '/var/run/docker.sock' }, { host: '10.0.0.5' }]
  expect(reached(socket, '0.0.0.0', true)).toBe('127.0.0.1')
  // Docker opens the port for IPv6 only.
  expect(reached(socket, '::', true)).toBe('::1')
  // The platform runs in a container.
  expect(reached(socket, '0.0.0.0')).toBe('ctf.example.org')
  expect(reached(remote, '0.0.0.0')).toBe('10.0.0.5')
  expect(reached({ host: '[fd00::5]' }, '::')).toBe('fd00::5')
  expect(reached(remote, '10.0.0.6')).toBe('10.0.0.6')
})
