// Runs the platform's VPN and environments in the gateway's namespace. It answers each question with one
// line of JSON.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createBus } from '../../platform/bus.ts'
import { realClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema.ts'
import { createProcessDriver } from '../../platform/environments/process/driver.ts'
import type { EventDefinition } from '../../platform/event/model.ts'
import { createLog } from '../../platform/log.ts'
import { createVpn } from '../../platform/vpn/vpn.ts'

const [interfaceName = ''] = process.argv.slice(2)
const log = createLog('warn')
const database = await openDatabase({})
const createdAt = new Date()
for (const id of ['alice', 'bob']) {
  const names = { id, subject: id, username: id, externalId: id }
  await database.db.insert(users).values({ ...names, issuer: 'embedded', createdAt })
}
const event = {
  vpn: {
    enabled: true,
    endpoint: '192.0.2.1:51820',
    interface: interfaceName,
    pool: '10.13.0.0/16',
    routes: ['10.13.0.0/16'],
  },
} as EventDefinition
const clock = realClock
const bus = await createBus(database, log)
const current = { event: { current: event }, endpoint: '192.0.2.1' }
const vpn = createVpn({ ...current, database, bus, clock, log })
const driver = await createProcessDriver({ host: '10.13.0.1', log })

const folder = mkdtempSync(join(tmpdir(), 'guidon-service-'))
writeFileSync(
  join(folder, 'service.mjs'),
  `import { createServer } from 'node:http'
createServer((_, answer) => answer.end('an environment of alice')).listen(process.env.PORT)`,
)

const answers: Record<string, () => Promise<unknown>> = {
  config: async () => ({ config: await vpn.config('alice') }),
  neighbour: async () => ({ config: await vpn.config('bob') }),
  async status() {
    // The platform caches the answer of `wg` for two seconds.
    await delay(2100)
    return vpn.status('alice')
  },
  async start() {
    const { endpoints } = await driver.start(
      {
        id: 'one',
        accountId: 'alice',
        categorySlug: 'web',
        slug: 'one',
        folder,
        variables: {},
        definition: {
          kind: 'process',
          command: ['node', 'service.mjs'],
          ports: [{ port: 8080, protocol: 'http', title: '' }],
          memoryMb: 128,
          startTimeoutMs: 20_000,
        },
      },
      new AbortController().signal,
    )
    return { url: `http://${endpoints[0]?.ip}:${endpoints[0]?.port}/` }
  },
}
for await (const question of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await answers[question]?.()))
await driver.close()
await database.close()
rmSync(folder, { recursive: true })
