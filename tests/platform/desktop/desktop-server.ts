import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bus, createBus } from '../../../platform/bus.ts'
import { createCapacity } from '../../../platform/capacity/capacity.ts'
import { type Clock, realClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from '../../../platform/database/schema.ts'
import { createDesktops, type DesktopsOptions } from '../../../platform/desktop/desktops.ts'
import type { EventDefinition } from '../../../platform/event/model.ts'
import { toListener } from '../../../platform/http/node-adapter.ts'
import { openHttpServer } from '../../../platform/http/server.ts'
import { createLog } from '../../../platform/log.ts'
import { createReplicas } from '../../../platform/replicas/replicas.ts'
import { createCurrentEvent, type ReplaceableEvent } from '../current-event.ts'
import { openTestDatabase } from '../test-database.ts'

export const lease: EventDefinition['desktop'] = {
  enabled: true,
  memoryMb: 512,
  homeMb: 2048,
  internet: false,
  sound: false,
  image: { kind: 'image', image: 'none' },
  lifetimeMs: 3_600_000,
  extensionMs: 1_800_000,
  extendableInLastMs: 900_000,
}

export interface DesktopServer {
  database: Database
  dataFolder: string
  /** `http://127.0.0.1:…`: a server that passes upgrades to the desktops that were opened last. */
  origin: string
  event: ReplaceableEvent
  open(options?: Partial<DesktopsOptions>): ReturnType<typeof createDesktops>
  publish: Bus['publish']
  close(): Promise<void>
}

/** A database with the users alice and bob, a data folder and a server; no desktops yet. */
export async function startDesktopServer(
  clock: Clock = realClock,
  serve?: RequestListener,
  { host = '127.0.0.1', dataIn = tmpdir() } = {},
): Promise<DesktopServer> {
  const database = await openTestDatabase()
  const row = (id: string) => ({
    id,
    issuer: 'embedded',
    subject: id,
    username: id,
    externalId: `x-${id}`,
    createdAt: new Date(0),
  })
  await database.db.insert(users).values(['alice', 'bob'].map(row))
  const dataFolder = await mkdtemp(join(dataIn, 'guidon-desktop-'))
  const opened: Awaited<ReturnType<typeof createDesktops>>[] = []
  const http = await openHttpServer({ host, port: 0, isSecure: false })
  const isExplained = /^\/desktop\/socket(\?|$)/
  const answerFiles = toListener({
    answer: request => opened.at(-1)?.files(request) ?? Promise.reject(new Error('no desktops')),
    addressOf: () => 'local',
    log: createLog('silent'),
  })
  http.serve({
    listener(request, response) {
      if (opened.at(-1)?.takesFiles(request.url ?? '')) return answerFiles(request, response)
      const [, ticket = ''] = request.headers.authorization?.split(' ') ?? []
      if (!isExplained.test(request.url ?? '')) {
        // Removes the page's policy: the site that goes with it is not here.
        for (const name of response.getHeaderNames()) response.removeHeader(name)
        return serve?.(request, response)
      }
      void opened
        .at(-1)
        ?.explain(ticket)
        .then(({ status }) => response.writeHead(status).end())
    },
    takesUpgrade: request => opened.at(-1)?.takesUpgrade(request) ?? false,
    upgrade: upgrade => opened.at(-1)?.upgrade(upgrade),
  })
  const origin = `http://${host}:${http.port}`
  const postPlayEnd = new Date('2100-01-01T00:00:00Z')
  const event = createCurrentEvent({
    desktop: lease,
    postPlayEnd,
    challenges: [],
  } as unknown as EventDefinition)
  const log = createLog('silent')
  const bus = await createBus(database, log)
  const replicas = createReplicas({ database, bus, clock, log, id: 'one', url: origin })

  return {
    database,
    dataFolder,
    origin,
    event,
    publish: bus.publish,
    async open(options) {
      const desktops = await createDesktops({
        database,
        bus,
        replicas,
        event,
        clock,
        log,
        dataFolder,
        origin,
        secret: 'of the event',
        capacity: createCapacity(null),
        ...options,
      })
      opened.push(desktops)
      return desktops
    },
    async close() {
      for (const desktops of opened) await desktops.close()
      await http.close()
      await bus.close()
      await database.close()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
