import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'

const log = join(import.meta.dirname, '../../../platform/log.ts')
const lines = 500
/** Logs more than a pipe takes, reports by its channel, and ends when it is told to. */
const program = `
  import { createLog } from ${JSON.stringify(log)}
  // Node makes the pipe one that is full for writers at once.
  process.stdout.writableLength
  const log = createLog('info')
  for (let line = 0; line < ${lines}; line++) log.info({ line }, 'x'.repeat(1000))
  process.send('logged')
  process.once('message', () => process.disconnect())
`

test('a log that nobody reads blocks nothing, and is there when somebody reads again', async () => {
  const command = ['exec "$@" 2>&1', 'sh', process.execPath, '--input-type=module', '-e', program]
  const child = spawn('sh', ['-c', ...command], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  await once(child, 'message')
  let read = ''
  child.stdout?.setEncoding('utf8').on('data', part => {
    read += part
  })
  await eventually(async () => expect(read.split('\n')).toHaveLength(lines + 1))
  const numbers = read
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).line)
  expect(numbers).toEqual(Array.from({ length: lines }, (_, at) => at))
  child.send('end')
  await once(child, 'exit')
})
