import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import * as v from 'valibot'
import { backUp } from '../backup/back-up.ts'
import type { Database } from '../database/database.ts'
import type { ReloadReport } from '../event/record/reload-report.ts'
import type { RunningEvent } from '../event/record/running.ts'
import type { Log } from '../log.ts'
import { reasonOf } from '../log-errors.ts'
import { organiserSocket, socketPathIn } from '../socket-path.ts'
import { OrganiserRefusal } from './command.ts'
import type { Organiser } from './organiser.ts'

interface OrganiserOptions {
  dataFolder: string
  log: Log
  reload: () => Promise<ReloadReport>
  running: () => Promise<RunningEvent>
  organiser: Organiser
  database: Database
}

const BackupAsked = v.strictObject({ file: v.pipe(v.string(), v.startsWith('/')) })

const Asked = v.strictObject({
  command: v.string(),
  input: v.unknown(),
  who: v.string(),
  isDryRun: v.exactOptional(v.boolean()),
  agreed: v.exactOptional(v.string()),
})

/** In bytes: an import of 20,000 people. */
const maxBodySize = 2 ** 23

/**
 * Listens to the organiser's commands on a socket in the data folder, which only the platform's own user may
 * open. The platform also runs without it.
 *
 * @returns stops listening
 */
export async function serveOrganiser(options: OrganiserOptions): Promise<() => Promise<void>> {
  const { dataFolder, log, reload, running, organiser, database } = options
  const commands: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    'POST /reload': reload,
    'GET /event': running,
    'POST /backup': async request => {
      const { file } = v.parse(BackupAsked, JSON.parse(await textOf(request)))
      return backUp(database.db, file, new Date())
    },
    'POST /organise': async request => {
      const asked = v.parse(Asked, JSON.parse(await textOf(request)))
      const answer = await organiser.run(asked)
      const { who, command } = asked
      if (answer.kind === 'done') log.info({ who, command }, 'an organiser changed something')
      return answer
    },
  }
  const server = createServer(async (request, response) => {
    const command = commands[`${request.method} ${request.url}`]
    const send = (status: number, data: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    if (!command) return void send(404, { error: 'there is no such command' })
    await command(request).then(
      data => send(200, data),
      error => {
        if (error instanceof OrganiserRefusal) return send(409, { error: error.message })
        log.error({ err: error }, 'a command of the organiser failed')
        // The log has the statement.
        send(500, { error: reasonOf(error) })
      },
    )
  })
  const { path, close } = await socketPathIn(dataFolder, organiserSocket)
  try {
    // The folder is locked, so an old socket is a leftover.
    await rm(path, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve)
    })
    await chmod(path, 0o600)
  } catch (error) {
    log.warn({ err: error }, 'no socket in the data folder: commands of the organiser cannot work')
  }
  return async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await close()
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBodySize)
      throw new OrganiserRefusal('the command is larger than 8 MB: give it in parts')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
