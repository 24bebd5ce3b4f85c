/**
 * Tests WireGuard from end to end. Network namespaces with cables between them stand for the platform's host, and for the
 * devices of two participants. All run `wireguard-go`. `wg-quick` applies the configuration from the platform; an
 * environment then answers through the tunnel. The host passes packets on, as every host of Docker does, and has the
 * firewall rule of docs/events.md: devices reach nothing but the tunnel's address.
 *
 * Needs root, and Debian's packages wireguard-tools, wireguard-go, iproute2, iptables and procps.
 * `npm run show:vpn`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const gateway = 'guidon-gateway'
const device = 'guidon-device'
const neighbour = 'guidon-neighbour'
const namespaces = [gateway, device, neighbour]
/** An address of the host in another network. */
const inside = '203.0.113.1'
const interfaceName = 'wg-guidon'
const packages = 'wireguard-tools wireguard-go iproute2 iptables procps'
const folder = mkdtempSync(join(tmpdir(), 'guidon-vpn-'))
// wireguard-go starts only with this variable if the kernel has WireGuard, too.
const environment = {
  ...process.env,
  WG_I_PREFER_BUGGY_USERSPACE_TO_POLISHED_KMOD: '1',
  WG_QUICK_USERSPACE_IMPLEMENTATION: 'wireguard-go',
}

const run = (command: string) =>
  execFileSync('sh', ['-c', command], { env: environment, encoding: 'utf8', stdio: 'pipe' })
const within = (namespace: string, command: string) => run(`ip netns exec ${namespace} ${command}`)

function missing(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root'
  for (const tool of ['ip', 'wg', 'wg-quick', 'wireguard-go', 'iptables', 'sysctl']) {
    try {
      run(`command -v ${tool}`)
    } catch {
      return `${tool} is missing: apt-get install ${packages}`
    }
  }
  return null
}

function layCable(): void {
  for (const namespace of namespaces) {
    run(`ip netns add ${namespace}`)
    within(namespace, 'ip link set lo up')
  }
  for (const [at, namespace] of [device, neighbour].entries()) {
    run(`ip link add cable${at} netns ${gateway} type veth peer name cable netns ${namespace}`)
    within(gateway, `ip link set cable${at} up`)
    within(gateway, `ip address add 192.0.2.1 peer 192.0.2.${at + 2} dev cable${at}`)
    within(namespace, 'ip link set cable up')
    within(namespace, `ip address add 192.0.2.${at + 2} peer 192.0.2.1 dev cable`)
  }
}

function raiseGateway(): void {
  const key = join(folder, 'server.key')
  writeFileSync(key, run('wg genkey'), { mode: 0o600 })
  within(gateway, `wireguard-go ${interfaceName}`)
  within(gateway, `wg set ${interfaceName} private-key ${key} listen-port 51820`)
  within(gateway, `ip address add 10.13.0.1/16 dev ${interfaceName}`)
  within(gateway, `ip link set ${interfaceName} up`)
  within(gateway, `iptables -t mangle -A PREROUTING -i ${interfaceName} ! -d 10.13.0.1 -j DROP`)
  within(gateway, 'sysctl --quiet --write net.ipv4.ip_forward=1')
  within(gateway, `ip address add ${inside}/32 dev lo`)
}

/** The configuration of a device, which its user may change: here, another address leads into the tunnel, too. */
function saveConfig(name: string, config: string): string {
  const file = join(folder, name)
  const changed = config.replace(/(?<=AllowedIPs = ).*/, `10.13.0.0/16, ${inside}/32`)
  writeFileSync(file, changed, { mode: 0o600 })
  return file
}

/** What the device gets from the endpoint, or why it gets nothing. */
function fetchFromDevice(url: string): string {
  const program = `fetch(${JSON.stringify(url)}, {signal: AbortSignal.timeout(3000)})
    .then(r => r.text()).then(console.log, e => console.log('failed: ' + (e.cause?.code ?? e.name)))`
  writeFileSync(join(folder, 'fetch.mjs'), program)
  return within(device, `${process.execPath} ${join(folder, 'fetch.mjs')}`).trim()
}

/** Whether the device reaches an address. Nothing listens there, so what is reached refuses. */
const reaches = (address: string) =>
  fetchFromDevice(`http://${address}:9999/`) === 'failed: ECONNREFUSED'

async function takeDown(platform: ChildProcess | undefined): Promise<void> {
  if (platform && platform.exitCode === null) {
    platform.stdin?.end()
    await once(platform, 'close')
  }
  for (const namespace of namespaces) {
    try {
      const pids = run(`ip netns pids ${namespace}`).trim().split(/\s+/).filter(Boolean)
      for (const pid of pids) process.kill(Number(pid), 'SIGTERM')
      run(`ip netns delete ${namespace}`)
    } catch {
      // The namespace does not exist, or its last process has just ended.
    }
  }
  rmSync(folder, { recursive: true })
}

function check(what: string, is: unknown, expected: unknown): void {
  const good = JSON.stringify(is) === JSON.stringify(expected)
  console.log(`${good ? 'ok  ' : 'FAIL'} ${what}: ${JSON.stringify(is)}`)
  if (!good) process.exitCode = 1
}

const reason = missing()
if (reason) {
  console.log(`skipped: ${reason}`)
  process.exit(0)
}

let platform: ChildProcess | undefined
try {
  layCable()
  raiseGateway()
  platform = spawn(
    'ip',
    [
      ...['netns', 'exec', gateway, process.execPath],
      ...[join(import.meta.dirname, 'platform.ts'), interfaceName],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  if (!platform.stdout || !platform.stdin) throw new Error('the platform has no output')
  const lines = createInterface({ input: platform.stdout })
  const ask = async (question: string) => {
    platform?.stdin?.write(`${question}\n`)
    const [line] = await once(lines, 'line')
    return JSON.parse(line)
  }
  check('before the configuration', await ask('status'), { connected: false, ipv4Address: null })
  const { config } = await ask('config')
  const { url } = await ask('start')
  const file = saveConfig('guidon.conf', config)
  const other = saveConfig('other.conf', (await ask('neighbour')).config)
  check('without the tunnel', fetchFromDevice(url), 'failed: ENETUNREACH')

  within(device, `wg-quick up ${file}`)
  check('through the tunnel', fetchFromDevice(url), 'an environment of alice')
  check('connected', await ask('status'), { connected: true, ipv4Address: '10.13.0.2' })
  within(neighbour, `wg-quick up ${other}`)
  check(
    'reaches the tunnel, the neighbour, and the host elsewhere',
    ['10.13.0.1', '10.13.0.3', inside].map(reaches),
    [true, false, false],
  )
  within(device, `wg-quick down ${file}`)
  check('after wg-quick down', fetchFromDevice(url), 'failed: ENETUNREACH')
} finally {
  await takeDown(platform)
}
