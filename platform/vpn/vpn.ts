import type { User } from '../../src/api/contract.ts'
import type { VpnApi } from '../api/part-interfaces.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import { settingOr } from '../database/settings.ts'
import type { Log } from '../log.ts'
import { shareRuns } from '../runtime/share-runs.ts'
import { configText } from './config.ts'
import { createKeyPair } from './keys.ts'
import { createPeers, type Peer } from './peers.ts'
import { createWireGuard, type WireGuard } from './wg.ts'

export interface VpnOptions {
  database: Database
  /** Sends the other replicas which users got keys. */
  bus: Bus
  event: CurrentEvent
  /** `host` or `host:port` that devices connect to; `vpn.endpoint` of the event takes precedence. */
  endpoint: string
  /** A WireGuard interface of this host (WG_INTERFACE); `vpn.interface` of the event takes precedence. */
  interfaceName?: string | undefined
  clock: Clock
  log: Log
  /** Default: the `wg` of this host. */
  wireGuard?: (interfaceName: string) => WireGuard
}

interface Gateway {
  name: string
  wg: WireGuard
}

/** WireGuard makes a handshake every two minutes while a tunnel is used. */
const connectedForMs = 180_000
/** For how long an answer of `wg` is used again. */
const freshForMs = 2000
const defaultPort = 51_820

/**
 * One key and one address for each user, so that one device at a time is connected: WireGuard sends
 * to the address that last used the key. Who is connected is known only if an interface is configured.
 * Otherwise there are only keys and configurations, for a gateway on another host.
 */
export function createVpn(options: VpnOptions): VpnApi {
  const { database, bus, event, clock, log } = options
  const { wireGuard: open = createWireGuard } = options
  const peers = createPeers(database)
  /** By user; null: the user has no keys yet. */
  const known = new Map<string, Peer | null>()
  /** Counts messages about changes. */
  let changes = 0
  bus.on('vpn.changed', userId => {
    changes++
    known.delete(userId)
  })
  bus.onLoss(() => {
    changes++
    known.clear()
  })
  /** The public keys of banned accounts, as they were last read; null: never. */
  let banned: ReadonlySet<string> | null = null
  /** Since they were read, an account may have been banned, or a user may have joined another one. */
  let mayHaveBanned = true
  let lookedAt = Number.NEGATIVE_INFINITY
  let asked: { at: number; name: string; handshakes: Promise<Map<string, number>> } | null = null

  /** While many accounts change, it reads as seldom as it asks `wg`. */
  const removeNewlyBanned = shareRuns(async () => {
    const wait = lookedAt + freshForMs - clock.monotonic()
    if (wait > 0) await new Promise<void>(resolve => clock.after(wait, resolve))
    lookedAt = clock.monotonic()
    const before = banned
    const added = [...(await readBanned())].filter(key => !before?.has(key))
    const wg = gateway()?.wg
    if (!wg || added.length === 0) return
    const handshakes = await wg.latestHandshakes()
    await wg.removePeers(added.filter(key => handshakes.has(key)))
  })
  const lookForBanned = () => {
    mayHaveBanned = true
    if (!gateway()) return
    removeNewlyBanned().catch(error =>
      log.warn({ err: error }, 'banned accounts may be connected to the VPN'),
    )
  }
  for (const topic of ['account.changed', 'user.changed'] as const) bus.on(topic, lookForBanned)
  bus.onLoss(lookForBanned)

  function gateway(): Gateway | null {
    const name = event.current.vpn.interface ?? options.interfaceName
    return name ? { name, wg: open(name) } : null
  }

  /** Calls of the same time share one run of `wg`. Empty if that fails. */
  function latestHandshakes(found: Gateway): Promise<Map<string, number>> {
    if (!asked || asked.name !== found.name || clock.monotonic() - asked.at >= freshForMs)
      asked = { at: clock.monotonic(), name: found.name, handshakes: askWireGuard(found) }
    return asked.handshakes
  }

  async function askWireGuard({ name, wg }: Gateway): Promise<Map<string, number>> {
    try {
      const handshakes = await wg.latestHandshakes()
      // Who asks whether a device is connected must not wait for the database.
      void setRightPeers(wg, handshakes).catch(error =>
        log.warn({ interface: name, err: error }, 'the VPN may have too few peers, or banned ones'),
      )
      return handshakes
    } catch (error) {
      log.warn({ interface: name, err: error }, 'wg does not tell who is connected')
      return new Map()
    }
  }

  /** An interface that was restarted has no peers, or old ones: adds those that are known, and removes banned ones. */
  async function setRightPeers(wg: WireGuard, handshakes: Map<string, number>): Promise<void> {
    const excluded = banned && !mayHaveBanned ? banned : await readBanned()
    await wg.removePeers([...excluded].filter(key => handshakes.has(key)))
    const missing = ({ publicKey }: Peer) => !handshakes.has(publicKey) && !excluded.has(publicKey)
    await wg.setPeers([...known.values()].flatMap(peer => peer ?? []).filter(missing))
  }

  async function readBanned(): Promise<ReadonlySet<string>> {
    mayHaveBanned = false
    try {
      banned = await peers.banned(event.current.teamMode)
      return banned
    } catch (error) {
      mayHaveBanned = true
      throw error
    }
  }

  async function peerOf(userId: string): Promise<Peer | null> {
    const found = known.get(userId)
    if (found !== undefined) return found
    const before = changes
    const peer = await peers.find(userId)
    // A message came during the query, so the result may be out of date.
    if (before === changes) known.set(userId, peer)
    return peer
  }

  const serverPublicKey = async (wg: WireGuard | undefined) =>
    wg ? wg.publicKey() : (await settingOr(database, 'vpnServerKey', createKeyPair)).publicKey

  return {
    async config(userId) {
      const { pool, routes, endpoint: ofEvent } = event.current.vpn
      const wg = gateway()?.wg
      const peer = await peers.ensure(userId, pool, new Date(clock.now()))
      if (!known.get(userId)) await bus.publish('vpn.changed', userId)
      known.set(userId, peer)
      await wg?.setPeers([peer])
      const endpoint = ofEvent ?? options.endpoint
      return configText({
        privateKey: peer.privateKey,
        ipv4Address: peer.ipv4Address,
        serverPublicKey: await serverPublicKey(wg),
        endpoint: /:\d+$/.test(endpoint) ? endpoint : `${endpoint}:${defaultPort}`,
        routes,
      })
    },

    async status(userId): Promise<User['vpn']> {
      const peer = await peerOf(userId)
      if (!peer) return { connected: false, ipv4Address: null }
      const { publicKey, ipv4Address } = peer
      const here = gateway()
      const latest = here ? ((await latestHandshakes(here)).get(publicKey) ?? 0) : 0
      const age = clock.now() - latest * 1000
      // A handshake in the future is from before the clock was set back. Connected peers make a new one.
      return { connected: Math.abs(age) < connectedForMs, ipv4Address }
    },
  }
}
