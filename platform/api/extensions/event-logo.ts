import type { CurrentEvent } from '../../current-event.ts'
import type { AnswerRequest, HttpReply } from '../../http/message.ts'
import { Refusal } from '../../refusal.ts'

export const logoPath = '/v1/event/logo'

/** The address changes with the picture, so that browsers may keep it. */
export const logoLink = (tag: string) => `${logoPath}?tag=${tag}`

/** Answers what `logoLink` leads to. */
export function createLogoAnswer(event: CurrentEvent): AnswerRequest {
  return async ({ url }): Promise<HttpReply> => {
    const { logo } = event.current
    if (!logo) throw new Refusal('NOT_FOUND', 'this event has no logo')
    const isThis = url.searchParams.get('tag') === logo.tag
    return {
      status: 200,
      headers: {
        'content-type': logo.type,
        'cache-control': isThis ? 'public, max-age=31536000, immutable' : 'no-cache',
        // An SVG needs its own styles. If it is opened by itself, none of its scripts may run.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        // The app may be served by another site.
        'cross-origin-resource-policy': 'cross-origin',
      },
      body: logo.bytes,
    }
  }
}
