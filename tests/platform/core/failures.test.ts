import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askOrganiser } from '../../../platform/organiser/ask.ts'
import { eventually } from '../../support/eventually.ts'
import { runPlatform } from '../../support/servers/run-platform.ts'
import { type DataFolder, makeDataFolder } from './data-folder.ts'
import { writeEvent } from './events.ts'

let data: DataFolder
let event: string
let child: ChildProcess | undefined
beforeEach(async () => {
  data = await makeDataFolder()
  event = await writeEvent({ desktop: { enabled: false } })
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await data.remove()
  await rm(event, { recursive: true, force: true })
})

function run(around: string[] = []) {
  const fault = join(import.meta.dirname, 'fault.mjs')
  const args = [...data.args, '--event', event]
  const started = runPlatform(args, { node: ['--import', fault], around })
  child = started.child
  return started
}

test('a rejection that nobody caught is logged with its stack, counted and survived', async () => {
  const { child, ready, errors } = run()
  const origin = await ready
  const counted = async () => {
    const text = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^guidon_unhandled_rejections_total (\d+)$/m.exec(text)?.[1])
  }
  expect(await counted()).toBe(0)
  child.kill('SIGUSR2')
  await eventually(async () => expect(await counted()).toBe(1))
  await expect.poll(errors).toContain('a rejection of the test')
  expect(errors()).toMatch(/fault\.mjs:\d+/)
  expect((await fetch(`${origin}/v1/health`)).status).toBe(200)
})

const printingTo = (where: string) => ['sh', '-c', `exec "$0" "$@" ${where}`]
test.each([
  ['the disk of its log is full', printingTo('2>/dev/full')],
  ['the disk of all that it prints is full', printingTo('>/dev/full 2>&1')],
  ['nobody reads what it prints', []],
])('a platform goes on although %s', async (_, around) => {
  const { child, ended } = run(around)
  if (around.length === 0) for (const stream of [child.stdout, child.stderr]) stream.destroy()
  const request = { command: 'status', input: {}, who: 'test' }
  await eventually(() => askOrganiser(data.path, request))
  // It logs an error.
  child.kill('SIGUSR2')
  await askOrganiser(data.path, request)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test('an exception that nobody caught ends the platform in order', async () => {
  const { child, ready, ended } = run()
  await ready
  expect(existsSync(join(data.path, 'lock'))).toBe(true)
  child.kill('SIGWINCH')
  const { code, err } = await ended
  expect(code).toBe(1)
  expect(err).toContain('an exception of the test')
  expect(err).toMatch(/fault\.mjs:\d+/)
  expect(err).not.toContain('did not end in time')
  // The lock is released last, after the environments and the database.
  expect(existsSync(join(data.path, 'lock'))).toBe(false)
})

test.skipIf(process.env.DATABASE_URL)(
  'a platform whose embedded database ends by itself ends in order, and starts again',
  async () => {
    const { ready, ended } = run()
    await ready
    // PostgreSQL ends if it cannot make the next file of its log, as on a full disk.
    const log = join(data.path, 'database/pg_wal')
    await rename(log, `${log}-away`)
    const announce = (title: string) =>
      askOrganiser(data.path, {
        command: 'announce',
        who: 'test',
        input: { title, text: 'word '.repeat(800), at: 'now' },
      })
    const announced: string[] = []
    for (let at = 0; at < 500; at++) {
      const title = `Number ${at}`
      try {
        await announce(title)
        announced.push(title)
      } catch {
        break
      }
    }
    const { code, err } = await ended
    expect(code).toBe(1)
    expect(err).toContain('the database ended: the platform ends')
    expect(err).not.toContain('did not end in time')
    expect(err).not.toContain('nobody caught')
    await rename(`${log}-away`, log)
    await run().ready
    const status = await askOrganiser(data.path, { command: 'status', input: {}, who: 'test' })
    const text = JSON.stringify(status)
    expect(announced.length).toBeGreaterThan(0)
    expect(announced.filter(title => !text.includes(`"${title}"`))).toEqual([])
  },
)
