import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNotSandboxed } from '../../../platform/desktop/processes/sandbox.ts'
import { eventually } from '../../support/eventually.ts'
import { processesOf } from '../live/processes.ts'
import {
  type Answer,
  far,
  idle,
  type Line,
  linkLocal,
  looped,
  neighbour,
  type Run,
  router,
} from './network.ts'

const { sandbox, internet } = await whyNotSandboxed(tmpdir())
const reason =
  sandbox ?? internet ?? (process.getuid?.() === 0 ? null : 'needs root, to build an internet')

describe.skipIf(reason)(`a desktop that may reach the internet ${reason ?? ''}`, () => {
  let host: ChildProcess
  let ofHost: [address: string, port: number][]

  beforeAll(async () => {
    host = fork(join(import.meta.dirname, 'host.ts'), {
      execPath: 'unshare',
      execArgv: ['--net', '--', process.execPath],
    })
    const [{ port }] = await once(host, 'message')
    const addresses = ['127.0.0.1', '198.18.0.1', router, looped, idle, linkLocal]
    ofHost = addresses.map(address => [address, port])
  })
  afterAll(async () => {
    const ended = once(host, 'exit')
    host.disconnect()
    await ended
  })

  /** The lines that a script prints in a sandbox. */
  async function* linesOf(run: Run): AsyncGenerator<Line> {
    const answers = on(host, 'message', { close: ['exit'] })
    host.send(run)
    for await (const [answer] of answers as AsyncIterable<[Answer]>) {
      if (answer === 'ended') return
      if ('line' in answer) yield answer
    }
    throw new Error('the host has ended')
  }

  /** What a sandbox receives from each `address/port`, by address. */
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
    for await (const { line } of linesOf({ isAllowed, script })) lines.push(line)
    return Object.fromEntries(lines.map(line => line.split(/\/\d+ /) as [string, string]))
  }

  test('reaches the internet, and neither this host nor its neighbours, by any address', async () => {
    const found = await look(true, [[far, 8000], [neighbour, 8000], ...ofHost])
    const nothing = [neighbour, ...ofHost.map(([address]) => address)]
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
    for await (const { line, sandbox } of linesOf({ isAllowed: true, script })) {
      seen.push(line)
      if (line !== 'joined') continue
      const pasta = processesOf(host.pid ?? Number.NaN).find(
        ({ command }) => command.startsWith('pasta') && command.endsWith(` ${sandbox}`),
      )
      process.kill(pasta?.pid ?? Number.NaN, 'SIGKILL')
    }
    await eventually(() => {
      const left = processesOf(host.pid ?? Number.NaN)
      expect(left.filter(({ command }) => command.includes('pasta'))).toEqual([])
    })
    expect(seen).toEqual(['joined', 'lost', 'of the internet'])
  })

  test('reaches nothing where the event does not allow it', async () => {
    const targets: [string, number][] = [[far, 8000], [neighbour, 8000], ...ofHost]
    const found = await look(false, targets)
    expect(Object.keys(found)).toHaveLength(targets.length)
    expect(new Set(Object.values(found))).toEqual(new Set(['nothing']))
  })
})
