import * as v from 'valibot'
import { LiveNews, livePath, type liveTopics } from '../../../src/api/contract/every-call.ts'
import type { Target } from './client.ts'

/** @returns what breaks the contract in the live stream */
export async function checkLive(target: Target): Promise<string[]> {
  const problems: string[] = []
  const open = (headers: Record<string, string>) =>
    target.request(livePath, { method: 'GET', headers })

  const refused = await open({})
  await refused.body?.cancel()
  if (refused.status !== 401) problems.push(`without a token it answered ${refused.status}`)

  const authorization = `Bearer ${await target.newUser()}`
  const response = await open({ authorization, 'last-event-id': 'of-nobody' })
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !/^text\/event-stream(;|$)/.test(type) || !response.body)
    return [...problems, `it answered ${response.status} ${type}`]

  // After an id that it does not know, it says at once that everything may have changed.
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!/^data:.*\n(?:.+\n)*\n/m.test(text)) {
    const { done, value } = await reader.read()
    if (done) return [...problems, `it ended after ${JSON.stringify(text)}`]
    text += value
  }
  await reader.cancel()
  const fieldOf = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(text)?.[1] ?? ''
  if (fieldOf('event') !== ('everything' satisfies keyof typeof liveTopics))
    problems.push(`after an unknown id it said '${fieldOf('event')}'`)
  if (!v.safeParse(LiveNews, JSON.parse(fieldOf('data'))).success)
    problems.push(`its data do not fit: ${fieldOf('data')}`)
  if (fieldOf('id') === '') problems.push('an event has no id')
  return problems
}
