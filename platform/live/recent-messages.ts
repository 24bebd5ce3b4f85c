import { randomBytes } from 'node:crypto'
import type { ChallengeRef, LiveTopic } from '../../src/api/contract.ts'

/** The user who reads a stream. */
export interface Reader {
  userId: string
  accountId: string | null
  group: string | null
}

/** Whom a message concerns. */
export type Audience = 'everybody' | { group: string } | { account: string } | { user: string }

export interface Message {
  to: Audience
  topic: LiveTopic
  challenge?: ChallengeRef
}

export interface RecentMessages {
  /** The number of the newest message. */
  readonly last: number
  add(message: Message): void
  /** The reader's messages after the given one, each once. Null: that is too long ago, or they are too many. */
  since(seen: number, reader: Reader): Message[] | null
  /** The id of a message, as streams have it. */
  idOf(number: number): string
  /** Null: the id is from another process, or not valid. */
  numberOf(id: string): number | null
}

const maxKept = 4096
/** With more of them, a client may as well read everything. */
const maxTopics = 50

/** The newest messages of this process, so that a stream can be resumed. */
export function createRecentMessages(): RecentMessages {
  const name = randomBytes(6).toString('base64url')
  const kept: Message[] = []
  let last = 0

  return {
    get last() {
      return last
    },
    add(message) {
      kept[last % maxKept] = message
      last += 1
    },
    since(seen, reader) {
      if (last - seen > maxKept) return null
      const found = new Map<string, Message>()
      for (let at = seen; at < last; at++) {
        const message = kept[at % maxKept] as Message
        if (concerns(message.to, reader)) found.set(newsKey(message), message)
      }
      return found.size > maxTopics ? null : [...found.values()]
    },
    idOf: number => `${name}.${number}`,
    numberOf(id) {
      const [, from, digits] = /^([\w-]+)\.(\d{1,15})$/.exec(id) ?? []
      const number = Number(digits)
      return from === name && number <= last ? number : null
    },
  }
}

export function concerns(to: Audience, { userId, accountId, group }: Reader): boolean {
  if (to === 'everybody') return true
  if ('user' in to) return to.user === userId
  return 'group' in to ? to.group === group : to.account === accountId
}

const newsKey = ({ topic, challenge }: Message) =>
  challenge ? `${topic} ${challenge.categorySlug}/${challenge.challengeSlug}` : topic
