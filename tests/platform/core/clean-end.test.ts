import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Flugzeug } from '../../../src/api/contract.ts'
import { ticketOf, view } from '../desktop/rfb.ts'
import { fillDataFolder } from '../test-database.ts'
import { createBrowser, signIn } from './browser.ts'
import { writeEvent } from './events.ts'
import { runMain } from './run-main.ts'

const canRun = ['Xvnc', 'openbox', 'xterm'].every(name => existsSync(`/usr/bin/${name}`))
const hour = 3_600_000

test.runIf(canRun)(
  'with a page of a desktop open, SIGTERM ends everything in order (needs Xvnc)',
  {
    timeout: 180_000,
  },
  async () => {
    const data = await mkdtemp(join(tmpdir(), 'guidon-data-'))
    await fillDataFolder(data)
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
    const times = { start: at(-1), end: at(1), postPlayEnd: at(2) }
    const event = await writeEvent({ ...times, teamMode: false, scoreGroups: [{ name: 'Open' }] })
    const { child, ready, ended } = runMain(['--data', data, '--event', event])
    try {
      const origin = await ready
      const { access_token: token } = await signIn(createBrowser(), origin, 'alice', 'demo')
      const call = (method: string, path: string, body?: object) =>
        fetch(origin + path, {
          method,
          headers: { authorization: `Bearer ${token}` },
          ...(body && { body: JSON.stringify(body) }),
        })
      await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
      await call('POST', '/v1/user/flugzeug')
      const url = await vi.waitUntil(
        async () => ((await (await call('GET', '/v1/user/flugzeug')).json()) as Flugzeug).url,
        { timeout: 60_000, interval: 100 },
      )
      const viewer = await view(origin, ticketOf(url))
      child.kill('SIGTERM')
      const { code, err } = await ended
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(await viewer.closed).toBe(4410)
      // The desktop has ended before the database, and the folder was given back at last.
      expect(await readdir(data)).not.toContain('lock')
    } finally {
      child.kill('SIGKILL')
      await rm(data, { recursive: true, force: true })
      await rm(event, { recursive: true, force: true })
    }
  },
)
