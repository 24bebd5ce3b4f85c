import { setTimeout as delay } from 'node:timers/promises'
import { livePath } from '../../src/api/contract/every-call.ts'
import type { Client } from './client.ts'

export interface Stream {
  /** When the topic, or a message to read everything again, came last; 0: never. */
  receivedAt(topic: string): number
  /** How often it ended by itself. */
  readonly breaks: number
  leave(): void
}

/** Keeps a live stream open as the app does: it resumes one that ends by the id of the last event. */
export function holdStream(origin: string, client: Client): Stream {
  const end = new AbortController()
  const heard = new Map<string, number>()
  let lastId = ''
  let breaks = 0

  async function hear() {
    const authorization = `Bearer ${await client.current()}`
    const headers = { authorization, ...(lastId && { 'last-event-id': lastId }) }
    const response = await fetch(origin + livePath, { headers, signal: end.signal })
    if (response.status === 401) await client.call('GET', '/v1/user')
    if (!response.ok || !response.body) return
    let rest = ''
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + part).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
        const topic = /^event: (.*)$/m.exec(block)?.[1]
        if (topic) heard.set(topic, performance.now())
      }
    }
  }

  void (async () => {
    while (!end.signal.aborted) {
      await hear().catch(() => {})
      if (end.signal.aborted) return
      breaks++
      await delay(500 + Math.random() * 1000)
    }
  })()

  return {
    receivedAt: topic => Math.max(heard.get(topic) ?? 0, heard.get('everything') ?? 0),
    get breaks() {
      return breaks
    },
    leave: () => end.abort(),
  }
}
