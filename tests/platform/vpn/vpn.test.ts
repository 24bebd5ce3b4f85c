import { createPrivateKey, createPublicKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bus, createBus } from '../../../platform/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import { accounts, teamMembers, teams, users, vpnPeers } from '../../../platform/database/schema.ts'
import type { EventDefinition } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { createVpn, type VpnOptions } from '../../../platform/vpn/vpn.ts'
import { createWireGuard } from '../../../platform/vpn/wg.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { losing } from '../open-bus.ts'
import { openTestDatabase } from '../test-database.ts'

const start = Date.parse('2026-05-01T09:00:00Z')
const serverKey = 'c2VydmVyc2VydmVyc2VydmVyc2VydmVyc2VydmVyc2U='

/** A `wg` with one interface. It knows the settings, and the test sets when a device was last heard. */
function createGateway() {
  const peers = new Map<string, { allowed: string; handshake: number }>()
  const calls: string[] = []
  const runWg = async (...args: string[]) => {
    const [command, name, what] = args
    calls.push(`${command} ${what}`)
    if (name !== 'wg-ctf') throw new Error(`Unable to access interface ${name}: No such device`)
    if (what === 'public-key') return `${serverKey}\n`
    if (what === 'latest-handshakes')
      return [...peers].map(([key, { handshake }]) => `${key}\t${handshake}\n`).join('')
    if (args[4] === 'remove') return `${peers.delete(args[3] ?? '') ? '' : 'no such peer'}`
    for (let at = 2; at < args.length; at += 4)
      peers.set(args[at + 1] ?? '', { allowed: args[at + 3] ?? '', handshake: 0 })
    return ''
  }
  return { peers, calls, wireGuard: (name: string) => createWireGuard(name, runWg) }
}

describe('the VPN', () => {
  let database: Database
  let bus: Bus
  let clock: SimulatedClock
  let gateway: ReturnType<typeof createGateway>
  const eventWith = (vpn: Partial<EventDefinition['vpn']>) =>
    ({
      vpn: {
        enabled: true,
        endpoint: null,
        interface: null,
        pool: '10.13.0.0/16',
        routes: ['10.13.0.0/16', '10.14.0.0/16'],
        ...vpn,
      },
    }) as EventDefinition
  const open = (vpn: Partial<EventDefinition['vpn']> = {}, options: Partial<VpnOptions> = {}) =>
    createVpn({
      database,
      bus,
      clock,
      log: createLog('silent'),
      endpoint: 'ctf.example',
      event: { current: eventWith(vpn) },
      wireGuard: gateway.wireGuard,
      ...options,
    })

  beforeAll(async () => {
    database = await openTestDatabase()
    bus = await createBus(database, createLog('silent'))
    const ids = Array.from({ length: 30 }, (_, index) => `user-${index}`)
    await database.db.insert(users).values(
      ids.map(id => ({
        id,
        issuer: 'embedded',
        subject: id,
        username: id,
        externalId: id,
        createdAt: new Date(start),
      })),
    )
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    clock = createSimulatedClock(start)
    gateway = createGateway()
    await database.db.delete(vpnPeers)
  })
  const publicKeyOf = async (userId: string) =>
    (await database.db.select().from(vpnPeers)).find(peer => peer.userId === userId)?.publicKey ??
    ''

  test('gives each user a configuration of their own, and the same one each time', async () => {
    const vpn = open({}, { interfaceName: 'wg-ctf' })
    const config = await vpn.config('user-1')
    expect(config.replace(/(?<=PrivateKey = ).*/, '…')).toBe(`[Interface]
PrivateKey = …
Address = 10.13.0.2/32

[Peer]
PublicKey = ${serverKey}
Endpoint = ctf.example:51820
AllowedIPs = 10.13.0.0/16, 10.14.0.0/16
PersistentKeepalive = 25
`)
    expect(await vpn.config('user-1')).toBe(config)
    expect(await vpn.config('user-2')).toContain('Address = 10.13.0.3/32')
  })

  test('has real WireGuard keys: the public one is made of the private one', async () => {
    const config = await open().config('user-1')
    const [privateKey = ''] = /(?<=PrivateKey = ).*/.exec(config) ?? []
    const pkcs8 = Buffer.concat([
      Buffer.from('302e020100300506032b656e04220420', 'hex'),
      Buffer.from(privateKey, 'base64'),
    ])
    const key = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
    const raw = key.export({ format: 'der', type: 'spki' }).subarray(-32)
    expect(await publicKeyOf('user-1')).toBe(raw.toString('base64'))
  })

  test('takes the endpoint and the interface of the event before those of the platform', async () => {
    const vpn = open({ endpoint: '[2001:db8::1]:7000', interface: 'wg-ctf' })
    expect(await vpn.config('user-1')).toContain('Endpoint = [2001:db8::1]:7000')
    expect(gateway.peers.get(await publicKeyOf('user-1'))).toMatchObject({
      allowed: '10.13.0.2/32',
    })
  })

  test('never gives one address to two, however many ask at once', async () => {
    const vpn = open()
    const configs = await Promise.all(
      Array.from({ length: 60 }, (_, index) => vpn.config(`user-${index % 30}`)),
    )
    const addresses = configs.map(config => /Address = (.*)/.exec(config)?.[1])
    expect(new Set(addresses).size).toBe(30)
    expect(await database.db.$count(vpnPeers)).toBe(30)
  })

  test('says so when the pool is used up', async () => {
    const vpn = open({ pool: '10.99.0.0/30' })
    expect(await vpn.config('user-1')).toContain('Address = 10.99.0.2/32')
    await expect(vpn.config('user-2')).rejects.toThrow('no address is left in 10.99.0.0/30')
  })

  test('knows no address before there is a configuration, then the address at once', async () => {
    const vpn = open()
    expect(await vpn.status('user-1')).toEqual({ connected: false, ipv4Address: null })
    await vpn.config('user-1')
    expect(await vpn.status('user-1')).toEqual({ connected: false, ipv4Address: '10.13.0.2' })
  })

  test('another replica knows new keys at once, and after lost messages', async () => {
    const late = losing(bus)
    const [here, there] = [open(), open({}, { bus: late.bus })]
    const address = async (userId: string) => (await there.status(userId)).ipv4Address
    expect([await address('user-1'), await address('user-2')]).toEqual([null, null])
    await here.config('user-1')
    expect(await address('user-1')).toBe('10.13.0.2')

    const deaf = { ...bus, publish: async () => {} }
    await open({}, { bus: deaf }).config('user-2')
    expect(await address('user-2')).toBe(null)
    await late.lose()
    expect(await address('user-2')).toBe('10.13.0.3')
  })

  test('is connected for three minutes after a handshake', async () => {
    const vpn = open({}, { interfaceName: 'wg-ctf' })
    await vpn.config('user-1')
    expect(await vpn.status('user-1')).toMatchObject({ connected: false })
    const peer = gateway.peers.get(await publicKeyOf('user-1'))
    if (peer) peer.handshake = start / 1000
    clock.advance(2000)
    expect(await vpn.status('user-1')).toEqual({ connected: true, ipv4Address: '10.13.0.2' })
    clock.advance(177_999)
    expect(await vpn.status('user-1')).toMatchObject({ connected: true })
    clock.advance(2000)
    expect(await vpn.status('user-1')).toMatchObject({ connected: false })
  })

  test('measures the age of a handshake by the new time after the clock was set back', async () => {
    const vpn = open({}, { interfaceName: 'wg-ctf' })
    await vpn.config('user-1')
    const peer = gateway.peers.get(await publicKeyOf('user-1'))
    if (peer) peer.handshake = start / 1000
    clock.advance(2000)
    expect(await vpn.status('user-1')).toMatchObject({ connected: true })
    clock.jump(-3_600_000)
    clock.advance(2000)
    expect(await vpn.status('user-1')).toMatchObject({ connected: false })
    if (peer) peer.handshake = Math.floor(clock.now() / 1000)
    clock.advance(2000)
    expect(await vpn.status('user-1')).toMatchObject({ connected: true })
  })

  test('asks wg once for many requests at the same time', async () => {
    const vpn = open({}, { interfaceName: 'wg-ctf' })
    await vpn.config('user-1')
    gateway.calls.length = 0
    await Promise.all(Array.from({ length: 1000 }, () => vpn.status('user-1')))
    expect(gateway.calls).toEqual(['show latest-handshakes'])
  })

  test('sets the peers again after the interface was down', async () => {
    const vpn = open({}, { interfaceName: 'wg-ctf' })
    await vpn.config('user-1')
    gateway.peers.clear()
    await vpn.status('user-1')
    const key = await publicKeyOf('user-1')
    await eventually(() =>
      expect(gateway.peers.get(key)).toEqual({ allowed: '10.13.0.2/32', handshake: 0 }),
    )
  })

  describe.each([false, true])('with a banned account (teams: %s)', teamMode => {
    const id = teamMode ? 'a-team' : 'user-1'
    const createdAt = new Date(start)
    /** What the platform asked the database for. */
    let reads: number
    let vpn: ReturnType<typeof open>
    let keys: { own: string; other: string }

    beforeEach(async () => {
      await database.db.insert(accounts).values({ id, displayName: id, createdAt })
      if (teamMode) {
        await database.db.insert(teams).values({ id, name: id, joinToken: id, createdAt })
        const member = { userId: 'user-1', teamId: id, place: 1, joinedAt: createdAt }
        await database.db.insert(teamMembers).values(member)
      }
      reads = 0
      const select: Database['db']['select'] = ((...of: []) => {
        reads++
        return database.db.select(...of)
      }) as never
      const counting = new Proxy(database, {
        get: (of, name) =>
          name === 'db'
            ? new Proxy(of.db, {
                get: (db, key) => (key === 'select' ? select : Reflect.get(db, key)),
              })
            : Reflect.get(of, name),
      })
      const current = { ...eventWith({}), teamMode }
      vpn = open({}, { interfaceName: 'wg-ctf', event: { current }, database: counting })
      await vpn.config('user-1')
      await vpn.config('user-2')
      keys = { own: await publicKeyOf('user-1'), other: await publicKeyOf('user-2') }
      await poll()
    })
    afterEach(async () => {
      await database.db.delete(teamMembers)
      await database.db.delete(teams)
      await database.db.delete(accounts)
    })

    const poll = async () => {
      clock.advance(2000)
      await vpn.status('user-1')
      await vpn.status('user-2')
      // Nobody waits for what follows a poll.
      await settled()
    }
    const settled = () => database.db.$count(accounts)
    const connected = () => [...gateway.peers.keys()]
    const set = (bannedAt: Date | null) =>
      database.db.update(accounts).set({ bannedAt }).where(eq(accounts.id, id))
    const ban = async (bannedAt: Date | null) => {
      await set(bannedAt)
      await bus.publish('account.changed', id)
    }

    test('disconnects it at once, though nobody polls', async () => {
      await ban(new Date(start))
      await eventually(() => expect(connected()).toEqual([keys.other]))
      await poll()
      expect(connected()).toEqual([keys.other])
    })

    test('connects it again after that', async () => {
      await ban(new Date(start))
      await eventually(() => expect(connected()).toEqual([keys.other]))
      await ban(null)
      await eventually(async () => {
        await poll()
        expect(connected()).toEqual([keys.other, keys.own])
      })
    })

    test('disconnects a user who was deleted, also if no account is left', async () => {
      await database.db.delete(teamMembers)
      await database.db
        .update(vpnPeers)
        .set({ privateKey: '' })
        .where(eq(vpnPeers.userId, 'user-1'))
      for (const topic of ['vpn.changed', 'user.changed'] as const)
        await bus.publish(topic, 'user-1')
      await eventually(() => expect(connected()).toEqual([keys.other]))
      await poll()
      expect(connected()).toEqual([keys.other])
    })

    test('disconnects it after a restart of the interface, too', async () => {
      await ban(new Date(start))
      await eventually(() => expect(connected()).toEqual([keys.other]))
      gateway.peers.set(keys.own, { allowed: '10.13.0.2/32', handshake: 0 })
      await eventually(async () => {
        await poll()
        expect(connected()).toEqual([keys.other])
      })
    })

    test('disconnects it after a start, and after lost messages', async () => {
      const late = losing(bus)
      const current = { ...eventWith({}), teamMode }
      await set(new Date(start))
      vpn = open({}, { interfaceName: 'wg-ctf', event: { current }, bus: late.bus })
      await poll()
      await eventually(() => expect(connected()).toEqual([keys.other]))
      await set(null)
      await late.lose()
      await eventually(async () => {
        await poll()
        expect(connected()).toEqual([keys.other, keys.own])
      })
    })

    test('asks the database once, and not at each poll', async () => {
      reads = 0
      for (let n = 0; n < 5; n++) await poll()
      expect(reads).toBe(0)
      for (let n = 0; n < 50; n++) bus.notifyHere('account.changed', 'another')
      await settled()
      clock.advance(2000)
      await eventually(() => expect(reads).toBeGreaterThan(0))
      for (let n = 0; n < 5; n++) await poll()
      expect(reads).toBeLessThan(4)
    })

    test('asks again after the database did not answer', async () => {
      const failing = vi.spyOn(database.db, 'select').mockImplementation(() => {
        throw new Error('the database is away')
      })
      await ban(new Date(start))
      await poll()
      failing.mockRestore()
      await eventually(async () => {
        await poll()
        expect(connected()).toEqual([keys.other])
      })
    })
  })

  test('says without wg that nobody is connected', async () => {
    const vpn = open({}, { interfaceName: 'wg-gone' })
    await expect(vpn.config('user-1')).rejects.toThrow('No such device')
    expect(await vpn.status('user-1')).toEqual({ connected: false, ipv4Address: '10.13.0.2' })
  })
})
