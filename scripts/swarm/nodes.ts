import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Docker from 'dockerode'

const run = (command: string) =>
  execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: 'pipe' })
const hub = 'guidon-switch'
const tcpPort = 2375
/** The address at which the engines reach this host. */
export const switchAddress = '198.51.100.1'

/** Why no engines can be raised here, or null. */
export function whyNoNodes(): string | null {
  if (process.getuid?.() !== 0) return 'it needs root'
  const lacks = ['dockerd', 'busybox', 'ip', 'nsenter'].filter(tool => {
    try {
      run(`command -v ${tool}`)
      return false
    } catch {
      return true
    }
  })
  return lacks.length === 0
    ? null
    : `${lacks.join(', ')} missing: apt-get install docker.io busybox-static iproute2`
}

export interface Node {
  name: string
  address: string
  docker: Docker
  /** The same engine by TCP, as another host reaches it. */
  remote: Docker
  /** Disconnects the engine from the network. */
  cutOff(): void
}

/**
 * Several Docker engines, each in a network namespace, on one switch with this host.
 *
 * @param storage `vfs` copies an image for each container, `overlay2` layers it; `btrfs`: where a container's disk
 *   can be limited; `xfs`: without quotas, so only an attempt shows that it cannot. They need mkfs.btrfs and mkfs.xfs
 */
export async function raiseNodes(
  count: number,
  storage: 'vfs' | 'overlay2' | 'btrfs' | 'xfs' = 'vfs',
): Promise<{ nodes: Node[]; down(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'guidon-swarm-'))
  const engines: ChildProcess[] = []
  let spaces = 0
  // The switch has a namespace of its own, because the firewall would filter a bridge in this host's
  // namespace.
  run(
    `ip netns add ${hub} && ip -n ${hub} link add hub type bridge && ip -n ${hub} link set hub up`,
  )
  const plug = (cable: string, far: string) => {
    run(`ip link add ${cable} netns ${hub} type veth peer name ${far}`)
    run(`ip -n ${hub} link set ${cable} master hub up`)
  }
  plug('c0', 'guidon-c0')
  run(`ip address add ${switchAddress}/24 dev guidon-c0 && ip link set guidon-c0 up`)

  async function raise(index: number): Promise<Node> {
    const name = `guidon-node-${index}`
    const cable = `c${index}`
    const address = `198.51.100.${10 + index}`
    run(`ip netns add ${name}`)
    spaces++
    plug(cable, `eth0 netns ${name}`)
    const within = `ip netns exec ${name}`
    run(`${within} ip address add ${address}/24 dev eth0`)
    for (const link of ['lo', 'eth0']) run(`${within} ip link set ${link} up`)
    run(`${within} ip route add default via ${switchAddress}`)

    const home = join(folder, name)
    const socketPath = `${home}.sock`
    if (storage === 'btrfs' || storage === 'xfs')
      run(
        `truncate -s 1G ${home}.img && mkfs.${storage} -q ${home}.img && mkdir -p ${home}/data && ` +
          `mount -o loop ${home}.img ${home}/data`,
      )
    const output = openSync(`${home}.log`, 'w')
    // `ip netns exec` would hide the control groups, which the engine needs.
    const engine = spawn(
      'nsenter',
      [
        `--net=/var/run/netns/${name}`,
        ...['dockerd', '--host', `unix://${socketPath}`, '--pidfile', `${home}.pid`],
        ...['--host', `tcp://${address}:${tcpPort}`, '--tls=false'],
        ...['--data-root', `${home}/data`, '--exec-root', `${home}/run`],
        ...['--storage-driver', storage === 'xfs' ? 'overlay2' : storage],
        // Engines before version 23 ignore these options of a service of a Swarm.
        ...['--no-new-privileges', '--cgroup-parent', `/${name}`],
        ...['--insecure-registry', `${switchAddress}/24`],
      ],
      { stdio: ['ignore', output, output] },
    )
    engines.push(engine)
    const docker = new Docker({ socketPath })
    await answering(docker, engine)
    const remote = new Docker({ protocol: 'http', host: address, port: tcpPort })
    return {
      name,
      address,
      docker,
      remote,
      cutOff: () => void run(`ip -n ${hub} link set ${cable} down`),
    }
  }

  async function down(): Promise<void> {
    await Promise.all(
      engines.map(async engine => {
        if (engine.exitCode !== null) return
        engine.kill('SIGTERM')
        await once(engine, 'close')
      }),
    )
    for (let index = 1; index <= spaces; index++) run(`ip netns delete guidon-node-${index}`)
    // The kernel itself would delete the link only some time after its namespace.
    run(`ip link delete guidon-c0`)
    run(`ip netns delete ${hub}`)
    // An engine that was cut off leaves mounts behind.
    run(`grep -o '${folder}[^ ]*' /proc/mounts | sort -ur | xargs -r umount -l`)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }

  try {
    const nodes: Node[] = []
    for (let index = 1; index <= count; index++) nodes.push(await raise(index))
    return { nodes, down }
  } catch (error) {
    await down()
    throw error
  }
}

async function answering(docker: Docker, engine: ChildProcess): Promise<void> {
  for (let attempt = 0; engine.exitCode === null && attempt < 300; attempt++) {
    const isUp = await docker.ping().then(
      () => true,
      () => false,
    )
    if (isUp) return
    await delay(100)
  }
  throw new Error('dockerd does not answer')
}

/** Joins the nodes into a Swarm; the first is its manager. */
export async function joinSwarm([manager, ...workers]: Node[]): Promise<void> {
  if (!manager) throw new Error('a Swarm needs a manager')
  const listen = { ListenAddr: '0.0.0.0:2377' }
  await manager.docker.swarmInit({
    ...listen,
    AdvertiseAddr: manager.address,
    DefaultAddrPool: ['10.44.0.0/16'],
    SubnetSize: 24,
    // In nanoseconds. A node that is silent for three heartbeats is down.
    Spec: { Dispatcher: { HeartbeatPeriod: 2e9 } },
  })
  const { JoinTokens } = await manager.docker.swarmInspect()
  for (const { docker, address } of workers)
    await docker.swarmJoin({
      ...listen,
      AdvertiseAddr: address,
      RemoteAddrs: [`${manager.address}:2377`],
      JoinToken: JoinTokens?.Worker,
    })
}
