import { printable } from '../../platform/terminal/printable.ts'
import { tableText } from './print.ts'

/** What the commands that show something print, by their name. */
export const views: Readonly<Record<string, (data: never) => string>> = {
  status(data: Status) {
    const { challenges, notTaken, hints, announcements } = data
    const times = ['start', 'freeze', 'end', 'postPlayEnd', 'pausedSince'] as const
    return [
      tableText(
        ['Event', data.name],
        [
          ['now', data.now],
          ...times.map(one => [one, data[one]]),
          ['registration', data.registration],
        ],
      ),
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
      ...(notTaken.length > 0
        ? [
            '',
            tableText(
              ['In the files, but not in the event (as of the last reload)'],
              notTaken.map(one => [one]),
            ),
          ]
        : []),
      '',
      tableText(
        ['Hint by command', 'Challenge', 'Points', 'Text'],
        hints.map(one => [one.id, one.challenge, one.cost, one.text]),
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

  people: (rows: Person[]) =>
    tableText(
      ['User', 'Account', 'Score group', 'Since', 'Banned', 'Hidden', 'Id of the account'],
      rows.map(one => [
        ...[one.username, one.account, one.scoreGroup, one.since, one.bannedAt, one.hiddenAt],
        one.accountId,
      ]),
    ),

  environments: (rows: Environment[]) =>
    tableText(
      ['Challenge', 'Account', 'Started by', 'State', 'Since', 'Until', 'Engine'],
      rows.map(one => [
        ...[one.challenge, one.account, one.startedBy, one.state, one.since, one.until, one.driver],
      ]),
    ),

  output: (rows: Output[]) =>
    rows
      .map(({ challenge, account, state, output }) =>
        [
          printable(`${challenge} of ${account}, ${state}:`),
          ...(output === null
            ? ['  (no platform that runs it answers)']
            : output.trim() === ''
              ? ['  (it printed nothing so far)']
              : output.split('\n').map(line => `  ${printable(line)}`)),
        ].join('\n'),
      )
      .join('\n\n') || 'This account has no environment.',

  board: (groups: Group[]) =>
    groups
      .map(({ group, entries }) =>
        tableText(
          ['Rank', group, 'Points', 'Flags', 'Last flag', 'Id'],
          entries.map(one => [
            ...[one.rank, one.displayName, one.points, one.flags, one.lastSolve ?? null],
            one.accountId,
          ]),
        ),
      )
      .join('\n\n'),

  solves: (challenges: Solved[]) =>
    tableText(
      ['Challenge', 'Group', 'Points', 'Solves', 'Wrong', 'Shared', 'First blood'],
      challenges.flatMap(({ challenge, isHidden, wrong, shared, groups }) =>
        groups.map(({ group, points, solves, firstBlood }, at) => [
          ...[at === 0 ? `${challenge}${isHidden ? ' (hidden)' : ''}` : '', group, points, solves],
          ...(at === 0 ? [wrong, shared] : ['', '']),
          firstBlood && `${firstBlood.account}, ${firstBlood.at}`,
        ]),
      ),
    ),

  wrong: (rows: Wrong[]) =>
    tableText(
      ['Id', 'Time', 'Account', 'User', 'Challenge', 'Text', 'Flag of'],
      rows.map(one => [
        ...[one.id, one.time, one.account, one.username, one.challenge, one.text, one.sharedFrom],
      ]),
    ),

  failures: (rows: EnvironmentFailure[]) =>
    tableText(
      ['Time', 'Account', 'Challenge', 'Reason'],
      rows.flatMap(({ time, account, challenge, reason }) =>
        reason
          .split(/\r?\n/)
          .map((line, at) => (at === 0 ? [time, account, challenge, line] : ['', '', '', line])),
      ),
    ),

  awards: (rows: Award[]) =>
    tableText(
      ['Id', 'Time', 'Account', 'Points', 'Reason'],
      rows.map(one => [
        ...[one.id, one.time, one.account, one.points],
        Object.values(one.reason)[0] ?? '',
      ]),
    ),

  load({ users, replicas, silent, environments, desktops }: Load) {
    const memory = ({ usedMb, limitMb, waiting }: Memory) => [
      `${usedMb} of ${limitMb === null ? 'unlimited' : limitMb} MB`,
      waiting,
    ]
    const states = (all: Record<string, number>) =>
      Object.entries(all)
        .map(([state, number]) => `${number} ${state}`)
        .join(', ') || 'none'
    return [
      tableText(
        ['Platform', 'Online', 'Environments', 'Queue', 'Desktops', 'Queue'],
        replicas.map(one => [
          ...[one.replica, one.online],
          ...[...memory(one.environments), ...memory(one.desktops)],
        ]),
      ),
      ...(silent > 0 ? ['', `${silent} more did not answer`] : []),
      ...(replicas.length + silent === 0 ? ['', 'no platform runs'] : []),
      '',
      `users: ${users}; environments: ${states(environments)}; desktops: ${states(desktops)}`,
    ].join('\n')
  },

  invites: (rows: Invite[]) =>
    tableText(
      ['Id', 'Code', 'Left', 'Used', 'Made'],
      rows.map(one => [one.id, one.code, one.left, one.used, one.madeAt]),
    ),

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

/** @returns undefined if the command is not a view */
export function textOfView(command: string, data: unknown): string | undefined {
  // Only the command's name says which data a view takes.
  return views[command]?.(data as never)
}

interface Status {
  name: string
  now: string
  start: string
  freeze: string | null
  end: string
  postPlayEnd: string
  pausedSince: string | null
  registration: string
  challenges: {
    challenge: string
    name: string
    isHidden: boolean
    coming: { at: string; isHidden: boolean }[]
  }[]
  notTaken: string[]
  hints: { id: string; challenge: string; cost: number; text: string }[]
  announcements: { id: string; time: string; importance: string; title: Record<string, string> }[]
}

interface Person {
  username: string
  account: string | null
  accountId: string | null
  scoreGroup: string | null
  since: string
  bannedAt: string | null
  hiddenAt: string | null
}

interface Environment {
  challenge: string
  account: string
  startedBy: string | null
  state: string
  since: string
  until: string | null
  driver: string
}

interface Output {
  challenge: string
  account: string
  state: string
  output: string | null
}

interface Group {
  group: string
  entries: {
    rank: number | null
    displayName: string
    points: number
    flags: number
    lastSolve?: string | null
    accountId: string
  }[]
}

interface Solved {
  challenge: string
  isHidden: boolean
  wrong: number
  shared: number
  groups: {
    group: string
    points: number
    solves: number
    firstBlood: { account: string; at: string } | null
  }[]
}

interface Wrong {
  id: number
  time: string
  account: string
  username: string
  challenge: string
  text: string | null
  sharedFrom: string | null
}

interface EnvironmentFailure {
  time: string
  account: string
  challenge: string
  reason: string
}

interface Award {
  id: string
  time: string
  account: string
  points: number
  reason: Record<string, string>
}

interface Memory {
  usedMb: number
  limitMb: number | null
  waiting: number
}

interface Load {
  users: number
  replicas: { replica: string; online: number; environments: Memory; desktops: Memory }[]
  silent: number
  environments: Record<string, number>
  desktops: Record<string, number>
}

interface Invite {
  id: string
  code: string
  left: number
  used: number
  madeAt: string
}

interface LogRow {
  madeAt: string
  who: string
  command: string
  changes: { what: string; before: string | null; after: string | null }[]
}
