import { expect, test } from 'vitest'
import { textOfView } from '../../../scripts/organise/views.ts'

/** Head and rows of the first table of a view, as cells. */
const tableOf = (command: string, data: unknown) => {
  const [head = '', , ...rows] = (textOfView(command, data) ?? '').split('\n')
  const cellsOf = (line: string) => line.trim().split(/ {2,}/)
  return rows.map(row =>
    Object.fromEntries(cellsOf(row).map((cell, at) => [cellsOf(head)[at], cell])),
  )
}

test.each<[string, unknown, object]>([
  [
    'board',
    [
      {
        group: 'Open',
        entries: [
          {
            rank: 1,
            displayName: 'Owls',
            points: 350,
            flags: 4,
            lastSolve: 'late',
            accountId: 'a1',
          },
        ],
      },
    ],
    { Rank: '1', Open: 'Owls', Points: '350', Flags: '4', 'Last flag': 'late', Id: 'a1' },
  ],
  [
    'people',
    [
      {
        username: 'ann',
        account: 'Owls',
        accountId: 'a1',
        scoreGroup: 'open',
        since: 'first',
        bannedAt: 'second',
        hiddenAt: 'third',
      },
    ],
    {
      User: 'ann',
      Account: 'Owls',
      'Score group': 'open',
      Since: 'first',
      Banned: 'second',
      Hidden: 'third',
      'Id of the account': 'a1',
    },
  ],
  [
    'invites',
    [{ id: 'i1', code: 'K7QXM-2WHRD', left: 3, used: 7, madeAt: 'first' }],
    { Id: 'i1', Code: 'K7QXM-2WHRD', Left: '3', Used: '7', Made: 'first' },
  ],
  [
    'environments',
    [
      {
        challenge: 'web/shop',
        account: 'Owls',
        startedBy: 'ann',
        state: 'running',
        since: 'first',
        until: 'second',
        driver: 'docker',
      },
    ],
    {
      Challenge: 'web/shop',
      Account: 'Owls',
      'Started by': 'ann',
      State: 'running',
      Since: 'first',
      Until: 'second',
      Engine: 'docker',
    },
  ],
  [
    'solves',
    [
      {
        challenge: 'web/shop',
        isHidden: true,
        wrong: 5,
        shared: 2,
        groups: [
          {
            group: 'Open',
            points: 100,
            solves: 9,
            firstBlood: { account: 'Owls', at: 'first' },
          },
        ],
      },
    ],
    {
      Challenge: 'web/shop (hidden)',
      Group: 'Open',
      Points: '100',
      Solves: '9',
      Wrong: '5',
      Shared: '2',
      'First blood': 'Owls, first',
    },
  ],
  [
    'wrong',
    [
      {
        id: 8,
        time: 'first',
        account: 'Owls',
        username: 'ann',
        challenge: 'web/shop',
        text: 'F{x}',
        sharedFrom: 'Foxes',
      },
    ],
    {
      Id: '8',
      Time: 'first',
      Account: 'Owls',
      User: 'ann',
      Challenge: 'web/shop',
      Text: 'F{x}',
      'Flag of': 'Foxes',
    },
  ],
  [
    'awards',
    [{ id: 'w1', time: 'first', account: 'Owls', points: 50, reason: { en: 'write-up' } }],
    { Id: 'w1', Time: 'first', Account: 'Owls', Points: '50', Reason: 'write-up' },
  ],
])('each column of %s has what its head says', (command, data, row) => {
  expect(tableOf(command, data)).toEqual([row])
})

test('the status says what is hidden now, and what comes', () => {
  const step = (isHidden: boolean) => ({ at: 'noon', isHidden })
  const text = textOfView('status', {
    name: 'Fair',
    now: 'now',
    start: 'a',
    freeze: null,
    end: 'b',
    postPlayEnd: 'c',
    pausedSince: null,
    registration: 'open',
    hints: [],
    announcements: [],
    notTaken: ['late/challenge.yml:4: state: what is wrong'],
    challenges: [
      { challenge: 'web/one', name: 'One', isHidden: true, coming: [step(false)] },
      { challenge: 'web/two', name: 'Two', isHidden: false, coming: [step(true)] },
    ],
  })
  expect(text).toMatch(/web\/one +One +hidden +shown from noon/)
  expect(text).toMatch(/web\/two +Two +shown +hidden from noon/)
  expect(text).toMatch(
    /In the files, but not in the event \(as of the last reload\)\n─+\nlate\/challenge.yml:4: state: what is wrong\n/,
  )
})
