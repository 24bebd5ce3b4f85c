import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Flugzeug } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { hasPrograms } from '../../support/programs.ts'
import { writeEvent } from '../core/events.ts'
import { createCluster, type Replica } from '../replicas.ts'
import { refusalOf, ticketOf, view } from './rfb.ts'
import { typeUntil } from './terminal.ts'

const canRun = hasPrograms('Xvnc', 'openbox', 'xterm')
const at = '/v1/user/flugzeug'

describe.skipIf(!process.env.DATABASE_URL || !canRun)(
  'desktops on replicas of one PostgreSQL',

  () => {
    let cluster: Awaited<ReturnType<typeof createCluster>>
    let folders: string[]
    let a: Replica
    let b: Replica
    beforeEach(async () => {
      const desktop = { lifetime: '60m', extension: '30m', extendableInLast: '15m' }
      cluster = await createCluster({ eventFolder: await writeEvent({ desktop }), listen: true })
      folders = await Promise.all(
        ['a', 'b'].map(name => mkdtemp(join(tmpdir(), `guidon-${name}-`))),
      )
      a = await cluster.start({ dataFolder: folders[0] })
      b = await cluster.start({ dataFolder: folders[1] })
      await ask(a, 'POST', '/v1/teams', { name: 'Hawks' })
      await ask(a, 'POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    })
    afterEach(async () => {
      await cluster.close()
      await Promise.all(folders.map(folder => rm(folder, { recursive: true })))
    })

    async function ask(replica: Replica, method: string, path: string, given?: object) {
      const { status, body } = await (await replica.as('alice'))(method, path, given)
      return body?.code ?? status
    }
    const look = async (replica: Replica): Promise<Flugzeug> =>
      (await (await replica.as('alice'))('GET', at)).body
    const becomes = (replica: Replica, status: string) =>
      eventually(async () => expect((await look(replica)).status).toBe(status))
    const homesOf = (folder = '') => readdir(join(folder, 'desktops')).catch(() => [])

    /** Types a command through one replica, which writes a word into a file of the home. */
    async function isTyped(through: Replica, ticket: string, folder = '') {
      const viewer = await view(through.origin, ticket)
      const word = `${Math.random()}`.slice(2)
      const [id = ''] = await homesOf(folder)
      const file = join(folder, 'desktops', id, 'home/typed')
      await typeUntil(viewer, `echo ${word} >typed\n`, async () =>
        expect(await readFile(file, 'utf8')).toBe(`${word}\n`),
      )
      await viewer.close()
    }

    test('any of them shows, leads to, extends, stops, resumes and resets what another runs', async () => {
      expect(await ask(a, 'POST', at)).toBe(204)
      await becomes(b, 'running')
      expect(await ask(b, 'POST', at)).toBe('FLUGZEUG_EXISTS')
      const found = await look(b)
      expect(found.stopTimestamp).toBe((await look(a)).stopTimestamp)
      // The proxy in front of them chooses any replica, for the page's call and for its connection.
      await isTyped(b, ticketOf(found.url), folders[0])
      await isTyped(a, ticketOf(found.url), folders[0])
      await isTyped(b, ticketOf((await look(a)).url), folders[0])
      expect(await refusalOf(b.origin, 'forged')).toBe(401)
      for (const { clock } of [a, b]) clock.advance(61_000)
      for (const one of [a, b]) expect(await refusalOf(one.origin, ticketOf(found.url))).toBe(401)

      expect(await ask(b, 'POST', `${at}/prolong`)).toBe('CANNOT_PROLONG_FLUGZEUG')
      // The clocks jump: with an advance, a replica could count as dead before its heartbeat arrives.
      for (const { clock } of [a, b]) clock.jump(49 * 60_000)
      expect(await ask(b, 'POST', `${at}/prolong`)).toBe(204)
      const later = new Date(Date.parse(found.stopTimestamp ?? '') + 30 * 60_000).toISOString()
      expect((await look(b)).stopTimestamp).toBe(later)

      const valid = ticketOf((await look(b)).url)
      const [open, other] = await Promise.all([view(b.origin, valid), view(a.origin, valid)])
      expect(await ask(b, 'PUT', `${at}/stop`)).toBe(204)
      for (const page of [open, other]) expect(await page.closed).toBe(4410)
      await becomes(b, 'stopped')
      for (const one of [a, b]) expect(await refusalOf(one.origin, valid)).toBe(404)
      expect(await ask(b, 'PUT', `${at}/start`)).toBe(204)
      await becomes(b, 'running')
      expect(await homesOf(folders[1])).toEqual([])

      expect(await ask(b, 'DELETE', at)).toBe(204)
      for (const one of [a, b]) expect(await ask(one, 'GET', at)).toBe('NO_FLUGZEUG')
      expect(await homesOf(folders[0])).toEqual([])
      expect(await ask(a, 'POST', at)).toBe(204)
      for (const one of [a, b]) expect(await refusalOf(one.origin, valid)).toBe(401)
    })

    test('a user has one, wherever it is asked for at once', async () => {
      const outcomes = await Promise.all([a, b, a, b].map(one => ask(one, 'POST', at)))
      expect(outcomes.filter(outcome => outcome === 204)).toHaveLength(1)
      expect(outcomes.filter(outcome => outcome === 'FLUGZEUG_EXISTS')).toHaveLength(3)
    })

    test('that of a dead replica is in error, can be given up for a new one, and ends should the replica come back', async () => {
      await ask(a, 'POST', at)
      await becomes(b, 'running')
      const old = await view(a.origin, ticketOf((await look(a)).url))
      // The clock of the first replica stands still, so it sends no heartbeat.
      await eventually(async () => {
        b.clock.advance(5000)
        expect(await look(b)).toEqual({
          status: 'error',
          stopTimestamp: null,
          url: null,
          failure: 'unreachable',
        })
      })
      // A ticket must be valid by both clocks: they agree after the first replica's next heartbeat.
      a.clock.jump(b.clock.now() - a.clock.now() - 5000)
      expect(await ask(b, 'POST', at)).toBe('FLUGZEUG_EXISTS')
      expect(await ask(b, 'PUT', `${at}/start`)).toBe('UNSUPPORTED_ORCHESTRATOR_OPERATION')
      expect(await ask(b, 'POST', `${at}/prolong`)).toBe('CANNOT_PROLONG_FLUGZEUG')

      expect(await ask(b, 'DELETE', at)).toBe(204)
      expect(await ask(b, 'POST', at)).toBe(204)
      await becomes(b, 'running')
      await isTyped(b, ticketOf((await look(b)).url), folders[1])

      a.clock.advance(5000)
      expect(await old.closed).toBe(4410)
      await eventually(async () => expect(await homesOf(folders[0])).toEqual([]))
      await becomes(a, 'running')
      await isTyped(a, ticketOf((await look(a)).url), folders[1])
    })

    test('a home that was reset while its replica was gone is deleted when that is back', async () => {
      await ask(a, 'POST', at)
      await becomes(b, 'running')
      await a.close()
      expect((await look(b)).status).toBe('error')
      expect(await ask(b, 'DELETE', at)).toBe(204)
      expect(await ask(b, 'POST', at)).toBe(204)
      await becomes(b, 'running')
      expect(await homesOf(folders[0])).toHaveLength(1)
      await cluster.start({ dataFolder: folders[0] })
      expect(await homesOf(folders[0])).toEqual([])
      expect(await homesOf(folders[1])).toHaveLength(1)
    })

    test('that of a replica which restarts comes back with its files', async () => {
      await ask(a, 'POST', at)
      await becomes(b, 'running')
      const [id = ''] = await homesOf(folders[0])
      const kept = join(folders[0] ?? '', 'desktops', id, 'home/kept')
      await writeFile(kept, 'mine')
      await a.close()
      expect((await look(b)).status).toBe('error')
      const again = await cluster.start({ dataFolder: folders[0] })
      expect((await look(b)).status).toBe('stopped')
      expect(await ask(b, 'PUT', `${at}/start`)).toBe(204)
      await becomes(b, 'running')
      expect(await readFile(kept, 'utf8')).toBe('mine')
      await isTyped(b, ticketOf((await look(again)).url), folders[0])
    })
  },
)
