import { hash } from 'node:crypto'
import { messageOf } from '../../log-errors.ts'
import type { EventFile } from '../event-schema.ts'
import type { AnnouncementDefinition } from '../model.ts'
import type { Report } from '../problems.ts'
import { readName } from '../texts.ts'
import { type NamedTimes, parseTime } from '../times.ts'
import { readLocalText } from './details.ts'

/** Newest first. */
export function readAnnouncements(
  { announcements }: Pick<EventFile, 'announcements'>,
  named: NamedTimes,
  report: Report,
): AnnouncementDefinition[] {
  const taken = new Set<string>()
  const read = announcements.flatMap((given, at): AnnouncementDefinition[] => {
    const path = ['announcements', at] as const
    let time: Date
    try {
      time = parseTime(given.time, named)
    } catch (error) {
      report.add('error', [...path, 'time'], messageOf(error))
      return []
    }
    const titles = Object.entries(given.title).map(([language, title]) => [
      language,
      readName(title, [...path, 'title', language], report),
    ])
    const title: Record<string, string> = Object.fromEntries(titles)
    const id = given.id ?? idOf(time, title)
    if (taken.has(id)) report.add('error', [...path, given.id ? 'id' : 'title'], 'stands twice')
    taken.add(id)
    const body = readLocalText(given.text, [...path, 'text'], report)
    return [{ id, time, importance: given.importance, title, text: body }]
  })
  return read.toSorted((a, b) => b.time.getTime() - a.time.getTime())
}

const idOf = (time: Date, title: Record<string, string>) =>
  hash('sha256', `${time.toISOString()}\n${JSON.stringify(title)}`, 'base64url').slice(0, 16)
