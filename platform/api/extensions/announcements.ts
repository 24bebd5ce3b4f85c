import type { Announcements } from '../../../src/api/contract.ts'
import type { EventDefinition } from '../../event/model.ts'
import type { Handlers } from '../context.ts'

/** The answers by the number of published announcements. All who ask get the same object. */
const answers = new WeakMap<EventDefinition, Map<number, Announcements>>()

export const announcementHandlers: Handlers<'getAnnouncements'> = {
  async getAnnouncements({ event, now }) {
    const published = event.current.announcements.filter(({ time }) => time <= now)
    const known = answers.get(event.current) ?? new Map<number, Announcements>()
    answers.set(event.current, known)
    const answer = known.get(published.length) ?? {
      announcements: published.map(one => ({ ...one, time: one.time.toISOString() })),
    }
    known.set(published.length, answer)
    return answer
  },
}
