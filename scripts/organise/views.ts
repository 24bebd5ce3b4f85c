import { tableText } from './print.ts'

/** What the commands that show something print, by their name. */
export const views: Readonly<Record<string, (data: never) => string>> = {
  status(data: Status) {
    const { challenges, announcements } = data
    const times = ['start', 'freeze', 'end', 'postPlayEnd', 'pausedSince'] as const
    return [
      tableText(['Event', data.name], [['now', data.now], ...times.map(one => [one, data[one]])]),
      '',
      tableText(
        ['Challenge', 'Name', 'State', 'Then'],
        challenges.map(one => [
          ...[one.challenge, one.name, one.isHidden ? 'hidden' : 'shown'],
          one.coming
            .map(({ at, isHidden }) => `${isHidden ? 'hidden' : 'shown'} from ${at}`)
            .join(', '),
        ]),
      ),
      '',
      tableText(
        ['Announcement', 'Time', 'Importance', 'Title'],
        announcements.map(one => [
          ...[one.id, one.time, one.importance],
          Object.values(one.title)[0] ?? '',
        ]),
      ),
    ].join('\n')
  },

  log: (rows: LogRow[]) =>
    tableText(
      ['When', 'Who', 'Command', 'What'],
      rows.flatMap(({ madeAt, who, command, changes }) =>
        changes.map(({ what, before, after }, at) => [
          ...(at === 0 ? [madeAt, who, command] : ['', '', '']),
          `${what}: ${[before, after].filter(one => one !== null).join(' → ')}`,
        ]),
      ),
    ),
}

interface Status {
  name: string
  now: string
  start: string
  freeze: string | null
  end: string
  postPlayEnd: string
  pausedSince: string | null
  challenges: {
    challenge: string
    name: string
    isHidden: boolean
    coming: { at: string; isHidden: boolean }[]
  }[]
  announcements: { id: string; time: string; importance: string; title: Record<string, string> }[]
}

interface LogRow {
  madeAt: string
  who: string
  command: string
  changes: { what: string; before: string | null; after: string | null }[]
}
