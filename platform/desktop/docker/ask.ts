import type { Client, ClientChannel } from 'ssh2'

/** How long a container may be silent, in milliseconds. */
export const answerMs = 5000

type Done<T> = (error: Error | null | undefined, answer: T) => void

/** Makes a call of ssh2. @returns what the container answers */
export type Ask = <T>(call: (done: Done<T>) => unknown) => Promise<T>

/** A container that is silent is not waited for. */
export const askingOf =
  (client: Client): Ask =>
  <T>(call: (done: Done<T>) => unknown) =>
    new Promise<T>((resolve, reject) => {
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        reject(new Error('its container is silent'))
      }, answerMs)
      const done: Done<T> = (error, answer) => {
        clearTimeout(late)
        client.off('close', lose)
        // Nobody waits any more for a channel that opens too late, so it is closed here.
        if (isLate) (answer as Partial<ClientChannel> | undefined)?.destroy?.()
        if (error) reject(error)
        else resolve(answer)
      }
      const lose = () => done(new Error('the connection to its container is lost'), null as T)
      client.once('close', lose)
      try {
        call(done)
      } catch (error) {
        done(error as Error, null as T)
      }
    })
