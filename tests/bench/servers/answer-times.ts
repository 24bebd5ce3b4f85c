import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'

interface Asking {
  origin: string
  token: string
  /** Milliseconds between an answer and the next request. */
  interval: number
}

/**
 * Requests a file of the app and a call, each again and again until `isOver`.
 *
 * @returns the milliseconds of each answer, sorted
 */
export async function answerTimes(asking: Asking, isOver: () => boolean) {
  const app = readdirSync('dist/assets').find(name => /^app-.*\.js$/.test(name))
  const [file, user] = await Promise.all([
    timesOf(`/assets/${app}`, asking, isOver),
    timesOf('/v1/user', asking, isOver),
  ])
  return { 'app.js': file, '/v1/user': user }
}

/** The bytes as they are sent: a browser decodes them in a process of its own. */
async function timesOf(path: string, { origin, token, interval }: Asking, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const taken: number[] = []
  while (!isOver()) {
    const begun = performance.now()
    const [response] = (await once(get(origin + path, { agent, headers }), 'response')) as [
      IncomingMessage,
    ]
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`)
    taken.push(performance.now() - begun)
    if (interval > 0) await setTimeout(interval)
  }
  agent.destroy()
  return taken.sort((a, b) => a - b)
}
