import { setImmediate as turn } from 'node:timers/promises'
import { livePath } from '../../src/api/contract/every-call.ts'
import type { TestPlatform } from './start-platform.ts'

export interface FollowedStream {
  status: number
  headers: Headers
  /** The news since the last call: `topic` or `topic category/slug`. */
  news(): Promise<string[]>
  /** The whole text so far. */
  text(): string
  /** The id of the last event. */
  lastId(): string
  /** The last `retry` of the stream: milliseconds before the client connects again. */
  retry(): number
  isOver(): boolean
  /** Resolves when all that was written has arrived. */
  settled(): Promise<void>
  leave(): Promise<void>
}

/** Reads a live stream as a client does. */
export async function follow(
  { fetch }: Pick<TestPlatform, 'fetch'>,
  token: string,
  lastId?: string,
): Promise<FollowedStream> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastId !== undefined && { 'last-event-id': lastId }),
  }
  const response = await fetch(livePath, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let seen = 0
  let isOver = false
  void (async () => {
    for (;;) {
      const { done, value } = (await reader?.read().catch(() => null)) ?? { done: true }
      if (done) break
      text += value
    }
    isOver = true
  })()
  await settle()

  return {
    status: response.status,
    headers: response.headers,
    async news() {
      await settle()
      const blocks = text.slice(seen).split('\n\n')
      seen = text.length
      return blocks.flatMap(block => {
        const topic = /^event: (.*)$/m.exec(block)?.[1]
        if (!topic) return []
        const { challenge, ...rest } = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '')
        if (Object.keys(rest).length > 0) throw new Error(`it says too much: ${block}`)
        return challenge
          ? [`${topic} ${challenge.categorySlug}/${challenge.challengeSlug}`]
          : [topic]
      })
    },
    text: () => text,
    lastId: () => text.match(/(?<=^id: ).*$/gm)?.at(-1) ?? '',
    retry: () => Number(text.match(/(?<=^retry: ).*$/gm)?.at(-1)),
    isOver: () => isOver,
    settled: settle,
    leave: async () => reader?.cancel(),
  }
}

/** Waits until everything that was written has arrived. */
async function settle() {
  for (let turns = 0; turns < 5; turns++) await turn()
}
