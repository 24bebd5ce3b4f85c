import { readdirSync } from 'node:fs'

interface Asking {
  origin: string
  token: string
  /** Milliseconds between an answer and the next request. */
  pause: number
}

/**
 * Asks for a file of the app and for a call, each again and again until `isOver`.
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

async function timesOf(path: string, { origin, token, pause }: Asking, isOver: () => boolean) {
  const taken: number[] = []
  while (!isOver()) {
    const begun = performance.now()
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    taken.push(performance.now() - begun)
    if (pause > 0) await new Promise(done => setTimeout(done, pause))
  }
  return taken.sort((a, b) => a - b)
}
