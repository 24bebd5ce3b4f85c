import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The length of a command line is limited. */
const peersAtOnce = 500

/** One WireGuard interface of this host. Its methods reject when `wg` is missing or refuses. */
export interface WireGuard {
  publicKey(): Promise<string>
  /** Allows each key its address, and no other. */
  setPeers(peers: readonly { publicKey: string; ipv4Address: string }[]): Promise<void>
  /** Ends the tunnels of these public keys. */
  removePeers(publicKeys: readonly string[]): Promise<void>
  /** The time of each peer's last handshake, by public key, in seconds since the epoch; 0: never. */
  latestHandshakes(): Promise<Map<string, number>>
}

/** @param runWg runs `wg` with these arguments and returns its output */
export function createWireGuard(
  interfaceName: string,
  runWg = async (...args: string[]) => (await run('wg', args, { timeout: 5000 })).stdout,
): WireGuard {
  async function set(peers: readonly string[][]) {
    for (let from = 0; from < peers.length; from += peersAtOnce)
      await runWg('set', interfaceName, ...peers.slice(from, from + peersAtOnce).flat())
  }

  return {
    publicKey: async () => (await runWg('show', interfaceName, 'public-key')).trim(),
    setPeers: peers =>
      set(
        peers.map(({ publicKey, ipv4Address }) => [
          ...['peer', publicKey, 'allowed-ips', `${ipv4Address}/32`],
        ]),
      ),
    removePeers: publicKeys => set(publicKeys.map(publicKey => ['peer', publicKey, 'remove'])),
    async latestHandshakes() {
      const lines = (await runWg('show', interfaceName, 'latest-handshakes')).trim().split('\n')
      return new Map(
        lines
          .map(line => line.split('\t'))
          .filter(parts => parts.length === 2)
          .map(([key = '', seconds]) => [key, Number(seconds)]),
      )
    },
  }
}
