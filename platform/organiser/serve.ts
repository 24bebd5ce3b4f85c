import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { ReloadReport } from '../event/record/reload-report.ts'
import type { RunningEvent } from '../event/record/running.ts'
import type { Log } from '../log.ts'
import { socketPathIn } from './socket-path.ts'

interface OrganiserOptions {
  dataFolder: string
  log: Log
  reload: () => Promise<ReloadReport>
  running: () => Promise<RunningEvent>
}

/**
 * Listens to the organiser's commands on a socket in the data folder, which only the platform's own user may
 * open. The platform also runs without it.
 *
 * @returns stops listening
 */
export async function serveOrganiser(options: OrganiserOptions): Promise<() => Promise<void>> {
  const { dataFolder, log, reload, running } = options
  const commands: Record<string, () => Promise<unknown>> = {
    'POST /reload': reload,
    'GET /event': running,
  }
  const server = createServer(async (request, response) => {
    const command = commands[`${request.method} ${request.url}`]
    const send = (status: number, data: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data))
    if (!command) return void send(404, { error: 'there is no such command' })
    await command().then(
      data => send(200, data),
      error => {
        log.error({ err: error }, 'a command of the organiser failed')
        send(500, { error: (error as Error).message })
      },
    )
  })
  const { path, close } = await socketPathIn(dataFolder)
  try {
    // The folder is locked, so an old socket is a leftover.
    await rm(path, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve)
    })
  } catch (error) {
    log.warn({ err: error }, "no socket in the data folder: 'npm run event -- reload' cannot work")
  }
  return async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await close()
  }
}
