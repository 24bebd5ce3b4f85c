import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const platform = join(import.meta.dirname, '../../../platform')

/** Starts a program and sends it a message. The platform is gone when the program reads it. */
function startAlone(program: string, message: object) {
  const child = spawn(process.execPath, [join(platform, program), '200'], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send(message, () => child.disconnect())
  return once(child, 'exit')
}

const commandOf = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('a relay whose platform ends while it is loaded ends with its service', async () => {
  const mark = randomUUID()
  const command = [process.execPath, '-e', 'setInterval(() => {}, 1000)', mark]
  const run = { type: 'run', command, folder: tmpdir(), variables: {}, inputs: [] }
  expect(await startAlone('environments/process/relay.mjs', run)).toEqual([0, null])
  const left = () => readdirSync('/proc').filter(pid => commandOf(pid).includes(mark))
  await expect.poll(left).toEqual([])
})

test('the proxy that opens the ports of a desktop ends, too', async () => {
  const port = { address: '127.0.0.1', port: 0, transport: 'tcp' }
  expect(await startAlone('desktop/network/listen.mjs', [port])).toEqual([0, null])
})
