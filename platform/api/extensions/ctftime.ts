import type { Scoreboard } from '../../../src/api/contract.ts'
import { suggest } from '../../event/fields.ts'
import type { AnswerRequest } from '../../http/message.ts'
import { Refusal } from '../../refusal.ts'
import { ctftimeStandings } from '../../scores/ctftime.ts'
import { sharedUntil } from '../call-reply.ts'
import { conditionalReply } from '../conditional-reply.ts'
import type { Services } from '../context.ts'
import { requireStarted } from '../rules.ts'
import { requirePublic } from './public-scoreboard.ts'

export const ctftimePath = '/v1/public/ctftime.json'

const type = { 'content-type': 'application/json; charset=utf-8' }

/** All who ask get the same text until the board changes. */
const texts = new WeakMap<Scoreboard, string>()

/** Answers the scoreboard of one group, `?group=SLUG`, or of the first, in the form that CTFtime reads. */
export function createCtftimeAnswer(services: Services): AnswerRequest {
  const { event, scores, clock } = services
  return async request => {
    await requirePublic(services, request.address)
    const slugs = event.current.scoreGroups.map(({ slug }) => slug)
    const group = request.url.searchParams.get('group') ?? slugs[0] ?? ''
    if (!slugs.includes(group))
      throw new Refusal('NOT_FOUND', `there is no such score group; ${suggest(group, slugs)}`)
    const now = new Date(clock.now())
    requireStarted(event.current, now)
    // After a freeze, the board counts nobody's own flags.
    const board = scores.scoreboard(group, '')
    const body = texts.get(board) ?? JSON.stringify({ standings: ctftimeStandings(board.entries) })
    texts.set(board, body)
    const headers = { ...type, ...sharedUntil(event.current.end, now) }
    return conditionalReply(request, { status: 200, headers, body })
  }
}
