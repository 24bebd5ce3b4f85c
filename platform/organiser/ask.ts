import { request } from 'node:http'
import type { ReloadReport } from '../event/record/reload-report.ts'
import type { RunningEvent } from '../event/record/running.ts'
import { socketPathIn } from './socket-path.ts'

/** Sends one command to the platform that runs with this data folder. @throws Error in plain words */
async function ask(dataFolder: string, method: string, path: string): Promise<unknown> {
  const missing = () =>
    new Error(
      `no platform of this user runs with the data folder ${dataFolder}; name it with --data`,
    )
  const socket = await socketPathIn(dataFolder).catch(() => Promise.reject(missing()))
  try {
    return await new Promise((resolve, reject) => {
      const sent = request({ socketPath: socket.path, method, path }, response => {
        let text = ''
        response.setEncoding('utf8').on('data', part => {
          text += part
        })
        response.on('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text))
          else reject(new Error(`the platform failed: ${text}`))
        })
      })
      sent.on('error', () => reject(missing()))
      sent.end()
    })
  } finally {
    await socket.close()
  }
}

export const askToReload = (dataFolder: string) =>
  ask(dataFolder, 'POST', '/reload') as Promise<ReloadReport>

/**
 * What runs.
 *
 * @param where the data folder, or the address of the platform
 * @param token of `--metrics-token`; an address needs it
 */
export async function askForEvent(where: string, token: string): Promise<RunningEvent> {
  if (!/^https?:/.test(where)) return (await ask(where, 'GET', '/event')) as RunningEvent
  const url = new URL('/v1/organiser/event', where)
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (response.ok) return (await response.json()) as RunningEvent
  throw new Error(
    response.status === 401 || response.status === 403
      ? `${url.origin} wants the token of its --metrics-token: give it with METRICS_TOKEN`
      : `${url} answered ${response.status}`,
  )
}
