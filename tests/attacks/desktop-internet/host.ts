// A host with an internet behind a router, for `desktop-internet.test.ts`. It runs in a network of its own: each
// interface that comes or goes makes the browsers of a host give up their requests (ERR_NETWORK_CHANGED).
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { joinInternet } from '../../../platform/desktop/network/internet.ts'
import { writeEtc } from '../../../platform/desktop/processes/etc.ts'
import { sandboxed } from '../../../platform/desktop/processes/sandbox.ts'
import { portOf } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import { giveInputs } from '../../../platform/runtime/try-run.ts'
import {
  type Answer,
  far,
  idle,
  linkLocal,
  looped,
  neighbour,
  type Run,
  router,
} from './network.ts'

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })
const tell = (answer: Answer) => process.send?.(answer)

const serve = `require('http').createServer((_, r) => r.end('of the internet')).listen(8000, () => console.log('up'))`
const away = spawn('unshare', ['--net', '--', process.execPath, '-e', serve], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const there = (...args: string[]) =>
  execFileSync('nsenter', ['--target', `${away.pid}`, '--net', 'ip', ...args], { stdio: 'pipe' })
const folder = await mkdtemp(join(tmpdir(), 'guidon-internet-'))
const server = createServer((_, response) => response.end('of the host'))

async function joinNetworks() {
  await writeEtc(folder, { address: '127.0.0.1', internet: true })
  server.listen(0, '0.0.0.0')
  await Promise.all([once(server, 'listening'), once(away.stdout, 'data')])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far', 'netns', `${away.pid}`)
  ip('address', 'add', `${router}/30`, 'dev', 'near')
  ip('link', 'set', 'near', 'up')
  there('address', 'add', `${far}/32`, 'dev', 'lo')
  there('link', 'set', 'lo', 'up')
  there('address', 'add', `${neighbour}/30`, 'dev', 'far')
  there('link', 'set', 'far', 'up')
  there('route', 'add', 'default', 'via', router)
  ip('route', 'add', 'default', 'via', neighbour)
  for (const address of [looped, linkLocal]) ip('address', 'add', `${address}/32`, 'dev', 'lo')
  ip('link', 'add', 'bridge', 'type', 'bridge')
  ip('address', 'add', `${idle}/32`, 'dev', 'bridge')
  ip('link', 'set', 'bridge', 'up')
}

/** Runs a script in a sandbox. */
async function run({ isAllowed, script }: Run) {
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
    // This line means the same as a session whose display answers: the sandbox has its own network by then.
    if (line !== 'inside') tell({ line, sandbox: child.pid })
    else if (isAllowed) leave = joinInternet(child.pid, createLog('silent'))
  }
  leave()
}

process.on('message', async (asked: Run) => {
  await run(asked)
  tell('ended')
})
process.on('disconnect', async () => {
  away.kill()
  await rm(folder, { recursive: true })
  process.exit()
})

await joinNetworks()
tell({ port: portOf(server) })
