import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEtc } from '../../platform/desktop/etc.ts'
import { joinInternet } from '../../platform/desktop/network/internet.ts'
import { sandboxed, whyNotSandboxed } from '../../platform/desktop/sandbox.ts'
import { portOf } from '../../platform/environments/process/ports.ts'
import { createLog } from '../../platform/log.ts'
import { giveInputs } from '../../platform/runtime/try-run.ts'
import { processesOf } from './live/processes.ts'

const { sandbox, internet } = await whyNotSandboxed()
const reason =
  sandbox ?? internet ?? (process.getuid?.() === 0 ? null : 'needs root, to build an internet')

const names = { link: `gt${process.pid}`, bridge: `gb${process.pid}` }
/** It is behind a router, like all of the internet, and it is also a neighbour by its other address. */
const [far, neighbour, router] = ['198.51.100.7', '10.99.77.2', '10.99.77.1']
/** Further addresses of this host: of the loopback interface, of one without a carrier, link-local. */
const [looped, idle, linkLocal] = ['198.51.100.33', '198.51.100.34', '169.254.77.78']
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })

describe.skipIf(reason)(`a desktop that may reach the internet ${reason ?? ''}`, () => {
  const host = createServer((_, response) => response.end('of the host'))
  const serve = `require('http').createServer((_, r) => r.end('of the internet')).listen(8000, () => console.log('up'))`
  const away = spawn('unshare', ['--net', '--', process.execPath, '-e', serve], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const there = (...args: string[]) =>
    execFileSync('nsenter', ['--target', `${away.pid}`, '--net', 'ip', ...args], { stdio: 'pipe' })
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidon-internet-'))
    await writeEtc(folder, '127.0.0.1', true)
    host.listen(0, '0.0.0.0')
    await Promise.all([once(host, 'listening'), once(away.stdout, 'data')])
    ip('link', 'add', names.link, 'type', 'veth', 'peer', 'name', 'far', 'netns', `${away.pid}`)
    ip('address', 'add', `${router}/30`, 'dev', names.link)
    ip('link', 'set', names.link, 'up')
    there('address', 'add', `${far}/32`, 'dev', 'lo')
    there('link', 'set', 'lo', 'up')
    there('address', 'add', `${neighbour}/30`, 'dev', 'far')
    there('link', 'set', 'far', 'up')
    there('route', 'add', 'default', 'via', router)
    ip('route', 'add', far, 'via', neighbour)
    for (const address of [looped, linkLocal]) ip('address', 'add', `${address}/32`, 'dev', 'lo')
    ip('link', 'add', names.bridge, 'type', 'bridge')
    ip('address', 'add', `${idle}/32`, 'dev', names.bridge)
    ip('link', 'set', names.bridge, 'up')
  })
  afterAll(async () => {
    for (const address of [looped, linkLocal]) ip('address', 'delete', `${address}/32`, 'dev', 'lo')
    ip('link', 'delete', names.bridge)
    ip('link', 'delete', names.link)
    away.kill()
    host.close()
    await rm(folder, { recursive: true })
  })

  /** Runs a script in a sandbox, and hands over its lines and its process. */
  async function* linesOf(isAllowed: boolean, script: string) {
    const { command, inputs } = sandboxed.around(
      { home: folder, run: folder, etc: folder },
      { memoryMb: 256, homeMb: 64, internet: isAllowed, sound: false },
      () => ['/bin/sh', '-c', script],
    )
    const [file = '', ...args] = command
    const child = spawn(file, args, {
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      stdio: ['ignore', 'pipe', 'inherit', ...inputs.map(() => 'pipe' as const)],
    })
    giveInputs(child, inputs)
    if (!child.stdout || !child.pid) throw new Error('the sandbox could not be run')
    let leave = () => {}
    for await (const line of createInterface(child.stdout)) {
      // Stands for a session whose display answers: by then it has its own network.
      if (line !== 'inside') yield { line, pid: child.pid }
      else if (isAllowed) leave = joinInternet(child.pid, createLog('silent'))
    }
    leave()
  }

  /** What a sandbox gets from each `address/port`, by address. */
  async function look(isAllowed: boolean, targets: [address: string, port: number][]) {
    const asked = targets.map(([address, port]) => `${address}/${port}`).join(' ')
    const script = `
      echo inside
      ${isAllowed ? 'until ip route show default | grep -q via; do sleep 0.02; done' : ''}
      for target in ${asked}; do
        echo "$target $(timeout 30 bash -c 'exec 3<>/dev/tcp/'$target' &&
          printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && tail -n 1 <&3' 2>/dev/null || echo nothing)"
      done`
    const lines: string[] = []
    for await (const { line } of linesOf(isAllowed, script)) lines.push(line)
    return Object.fromEntries(lines.map(line => line.split(/\/\d+ /) as [string, string]))
  }

  const ofHost = (): [string, number][] => {
    const own = Object.values(networkInterfaces())
      .flatMap(list => list ?? [])
      .filter(({ family }) => family === 'IPv4')
      .map(({ address }) => address)
    const addresses = ['127.0.0.1', '198.18.0.1', router, looped, idle, linkLocal, ...own]
    return [...new Set(addresses)].map(address => [address, portOf(host)])
  }

  test('reaches the internet, and neither this host nor its neighbours, by any address', async () => {
    const found = await look(true, [[far, 8000], [neighbour, 8000], ...ofHost()])
    const nothing = [neighbour, ...ofHost().map(([address]) => address)]
    expect(found).toEqual({
      [far]: 'of the internet',
      ...Object.fromEntries(nothing.map(address => [address, 'nothing'])),
    })
  })

  test('has it again after its way there was killed', async () => {
    const script = `
      has() { ip route show default | grep -q via; }
      echo inside
      until has; do sleep 0.02; done; echo joined
      while has; do sleep 0.02; done; echo lost
      until has; do sleep 0.02; done
      timeout 30 bash -c 'exec 3<>/dev/tcp/${far}/8000 && printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && tail -n 1 <&3'`
    const seen: string[] = []
    for await (const { line, pid } of linesOf(true, script)) {
      seen.push(line)
      const pasta = processesOf(process.pid).find(
        ({ command }) => command.startsWith('pasta') && command.endsWith(` ${pid}`),
      )
      if (line === 'joined') process.kill(pasta?.pid ?? Number.NaN, 'SIGKILL')
    }
    expect(seen).toEqual(['joined', 'lost', 'of the internet'])
  })

  test('reaches nothing where the event does not allow it', async () => {
    const targets: [string, number][] = [[far, 8000], [neighbour, 8000], ...ofHost()]
    const found = await look(false, targets)
    expect(Object.keys(found)).toHaveLength(targets.length)
    expect(new Set(Object.values(found))).toEqual(new Set(['nothing']))
  })
})
