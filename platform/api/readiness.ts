import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { isWithin } from '../database/deadline.ts'
import { isOutOfDisk } from '../database/outage.ts'
import { rowsOf } from '../database/rows-of.ts'
import { commits } from '../database/schema.ts'
import { freeSpace, minFreeMegabytes } from '../files/free-space.ts'
import type { CallReply } from './call-reply.ts'

export interface ReadinessReport {
  ready: boolean
  database: 'ok' | 'silent' | 'notWritable'
  dataFolder: 'ok' | 'notWritable'
  space: 'ok' | 'low'
  /** In the data folder; null: unknown. */
  freeMegabytes: number | null
}

export interface Readiness {
  /** Checks everything once for all requests of the same second. */
  report(): Promise<ReadinessReport>
  /** 200, or 503 if a load balancer should use another replica. */
  answer(mayReadNumbers: boolean): Promise<CallReply>
}

interface ReadinessOptions {
  database: Pick<Database, 'db'>
  dataFolder: string
  /** How long the database may take, in milliseconds. Default 3000. */
  databaseMs?: number
  /** Default: `minFreeMegabytes`. */
  minMegabytes?: number
}

export const readinessPath = '/v1/health/ready'
const keptMs = 1000
const onlyReads = sql`select current_setting('transaction_read_only') as only_reads`

/** Whether this platform can do its work. `/v1/health` says only that its process answers. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { database, dataFolder, databaseMs = 3000, minMegabytes = minFreeMegabytes } = options
  let asked: Promise<ReadinessReport> | null = null
  let writing: Promise<ReadinessReport['database']> | null = null

  const tryWriting = async (): Promise<ReadinessReport['database']> => {
    try {
      // A change would be tried again and again where the server only reads for now.
      const [server] = await rowsOf<{ only_reads: string }>(database.db, onlyReads)
      if (server?.only_reads === 'on') return 'notWritable'
      const madeAt = new Date()
      await database.db
        .insert(commits)
        .values({ id: 'readiness', madeAt })
        .onConflictDoUpdate({ target: commits.id, set: { madeAt } })
      return 'ok'
    } catch (error) {
      return isOutOfDisk(error) ? 'notWritable' : 'silent'
    }
  }
  /** One at a time, because they would pile up if the database does not answer. */
  const write = () => {
    writing ??= tryWriting().finally(() => {
      writing = null
    })
    return writing
  }

  const ask = async (): Promise<ReadinessReport> => {
    const written = write()
    const [isAnswered, canWrite, freeMegabytes] = await Promise.all([
      isWithin(databaseMs, written),
      isWritable(dataFolder),
      freeSpace(dataFolder),
    ])
    const parts = {
      database: isAnswered ? await written : 'silent',
      dataFolder: canWrite ? 'ok' : 'notWritable',
      space: freeMegabytes !== null && freeMegabytes < minMegabytes ? 'low' : 'ok',
    } as const
    const ready = Object.values(parts).every(part => part === 'ok')
    return { ready, ...parts, freeMegabytes }
  }

  const report = () => {
    if (asked) return asked
    const asking = ask()
    asked = asking
    const forget = () => {
      asked = null
    }
    asking.then(() => setTimeout(forget, keptMs).unref(), forget)
    return asking
  }

  return {
    report,
    async answer(mayReadNumbers) {
      const { freeMegabytes, ...words } = await report()
      const body = JSON.stringify({ ...words, ...(mayReadNumbers && { freeMegabytes }) })
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      if (words.ready) return { status: 200, headers, body }
      return { status: 503, headers: { ...headers, 'retry-after': '5' }, body }
    },
  }
}

async function isWritable(folder: string): Promise<boolean> {
  const file = join(folder, `.ready-${randomUUID()}`)
  try {
    await writeFile(file, 'ready', { mode: 0o600 })
    return true
  } catch {
    return false
  } finally {
    await rm(file, { force: true }).catch(() => {})
  }
}
