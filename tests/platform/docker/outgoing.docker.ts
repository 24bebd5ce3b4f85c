import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { networkInterfaces } from 'node:os'
import Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bridgeOf } from '../../../platform/environments/docker/bridges.ts'
import { containerName } from '../../../platform/environments/docker/containers.ts'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import { allowOutgoing } from '../../../platform/environments/docker/outgoing.ts'
import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'
import { portOf } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { buildFolder, containerSpec, telling, whyNoEngine } from './fixture.ts'

const reason =
  (await whyNoEngine()) ?? (process.getuid?.() === 0 ? null : 'only root can set the rules')
const platform = `test-out-${process.pid}`
/** An address of the network in which clouds have their metadata. */
const linkLocal = '169.254.77.77'

describe.skipIf(reason)(`a container that is broken into ${reason ?? ''}`, () => {
  const docker = new Docker()
  const secret = createServer((_, response) => response.end('of the host'))
  const datagrams = createSocket('udp4')
  const heard: string[] = []
  const said: string[] = []
  const log = createLog('warn', { write: line => void said.push(line) })
  const network = docker.getNetwork(`guidon-${platform}`)
  let driver: EnvironmentDriver
  let service: string
  let own: string[]

  const open = (name = platform) =>
    createDockerDriver({ docker, platform: name, host: '0.0.0.0', address: '127.0.0.1', log })
  const bridge = () => bridgeOf(network)

  /** What a container gets when it connects to each `address:port`. */
  async function look(id: string, peers: string[], names: string[] = []) {
    const variables = { PEERS: [...peers, '127.0.0.1:9999'].join(' '), NAMES: names.join(' ') }
    const spec = containerSpec(id, service, { variables })
    const { endpoints } = await driver.start(spec, neverAborted)
    return { text: await read(endpoints[0]?.port), port: endpoints[0]?.port ?? 0 }
  }

  beforeAll(async () => {
    secret.listen(0, '0.0.0.0')
    await once(secret, 'listening')
    datagrams.on('message', data => heard.push(String(data)))
    datagrams.bind(portOf(secret), '0.0.0.0')
    await once(datagrams, 'listening')
    execFileSync('ip', ['address', 'replace', `${linkLocal}/32`, 'dev', 'lo'])
    driver = await open()
    service = await buildFolder(telling)
    const { IPAM } = await network.inspect()
    const addresses = Object.values(networkInterfaces())
      .flatMap(list => list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address)
    own = [IPAM?.Config?.[0]?.Gateway ?? '', addresses[0] ?? '']
  })
  afterAll(async () => {
    for (const { id } of await driver.list()) await driver.stop(id)
    const left = await bridge()
    await driver.close()
    execFileSync('ip', ['address', 'delete', `${linkLocal}/32`, 'dev', 'lo'])
    secret.close()
    datagrams.close()
    // The rule was removed together with its bridge.
    const rules = execFileSync('iptables', ['-w', '-t', 'mangle', '-S'], { encoding: 'utf8' })
    expect(rules).not.toContain(left)
  })

  test('reaches nothing of the host, of a cloud, or of another account', async () => {
    const { port: published } = await look('other', [])
    const { NetworkSettings } = await docker
      .getContainer(containerName({ platform, id: 'other' }))
      .inspect()
    const other = NetworkSettings.Networks[`guidon-${platform}`]?.IPAddress
    const peers = [
      ...own.flatMap(address => [`${address}:${portOf(secret)}`, `${address}:${published}`]),
      ...[`${linkLocal}:${portOf(secret)}`, `${other}:8080`],
    ]
    const { text } = await look('curious', peers)
    for (const peer of peers) expect(text).toContain(`missed ${peer}`)
    expect(text).toContain('reached 127.0.0.1:9999')
    expect(heard).toEqual([])
    expect(said).toEqual([])
  })

  test('learns no id of another environment by name, and asks no resolver of the host', async () => {
    await look('secret-id', [])
    const other = docker.getContainer(containerName({ platform, id: 'secret-id' }))
    const { NetworkSettings, HostConfig } = await other.inspect()
    const address = NetworkSettings.Networks[`guidon-${platform}`]?.IPAddress ?? ''
    const { text } = await look('asking', [], [address])
    // The engine answers.
    expect(text).toContain(`name = guidon-${platform}-`)
    expect(text).not.toContain('secret-id')
    expect(HostConfig.Dns).toEqual(['127.0.0.1'])
  })

  test('answers on its published port, by each address of the host', async () => {
    const { port } = await look('answering', [])
    for (const address of ['127.0.0.1', ...own])
      expect(await read(port, address)).toContain('PORT=8080')
  })

  test('is kept in by the next start, when the firewall was loaded again', async () => {
    await allowOutgoing({ interfaces: await bridge(), reach: 'nothing' })
    const peer = `${own[0]}:${portOf(secret)}`
    expect((await look('later', [peer])).text).toContain(`missed ${peer}`)
  })

  test('is reported where the rule cannot be set, with one that still counts after a restart', async () => {
    vi.stubEnv('PATH', '/nowhere')
    for (const _ of [1, 2]) await (await open(`${platform}-2`)).close()
    vi.unstubAllEnvs()
    const [first, second, ...more] = said
    expect(first).toMatch(/iptables is not installed.*CONTAINERS REACH THIS HOST/)
    const ruleIn = (line = '') => /iptables -t mangle .*DROP/.exec(line)?.[0]
    expect(ruleIn(second)).toBe(ruleIn(first))
    expect(more).toEqual([])
  })
})

const read = async (port = 0, address = '127.0.0.1') =>
  (await fetch(`http://${address}:${port}/`)).text()
