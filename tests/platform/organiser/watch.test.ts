import { expect, test, vi } from 'vitest'
import { changesText, tableText } from '../../../scripts/organise/print.ts'
import { drawing, redraw } from '../../../scripts/organise/watch.ts'

const shown = (text: string, rows: number, columns: number) =>
  drawing(text, { rows, columns })
    .replaceAll('\u001b[K', '')
    .replace('\u001b[H', '')
    .replace('\n\u001b[J', '')

test('watch cuts off what has no room, and says how much is left out', () => {
  const text = ['Rank  Open', '   1  The Owls 🦉 and friends', '   2  Foxes', '   3  Hawks'].join(
    '\n',
  )
  expect(shown(text, 24, 80)).toBe(text)
  expect(shown(text, 5, 16)).toBe('Rank  Open\n   1  The Owls \n   2  Foxes\n   3  Hawks')
  expect(shown(text, 4, 80)).toBe('Rank  Open\n   1  The Owls 🦉 and friends\n… 2 more lines')
  expect(shown(text, 1, 80)).toBe('… 4 more lines')
})

test('a terminal that does not know its size gets 24 lines of 80 characters', () => {
  const lines = Array.from({ length: 30 }, () => 'x'.repeat(100))
  const drawn = shown(lines.join('\n'), 0, 0).split('\n')
  expect(drawn).toHaveLength(23)
  expect([drawn[0]?.length, drawn.at(-1)]).toEqual([80, '… 8 more lines'])
})

test('columns stand below each other, also with names that are wider in a terminal', () => {
  const table = tableText(
    ['Account', 'Points'],
    [
      ['日本チーム', -20],
      ['Zoe\u0308', 5],
    ],
  )
  expect(table.split('\n')).toEqual([
    'Account     Points',
    '──────────  ──────',
    '日本チーム  −20',
    'Zoe\u0308         5',
  ])
})

test('while nothing can be read, the last reason stands above the last text', async () => {
  const answers = ['Rank', new Error('it is stopped'), new Error('it starts'), 'Rank again']
  const drawn: string[] = []
  let interrupt = () => {}
  // Signals of this process are not for this test.
  const once = vi.spyOn(process, 'once').mockImplementation((signal, listener: () => void) => {
    if (signal === 'SIGINT') interrupt = listener
    return process
  })
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    drawn.push(String(text))
    return true
  })
  try {
    await redraw(async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      if (answers.length === 0) setImmediate(() => interrupt())
      return answer ?? ''
    }, 1)
  } finally {
    write.mockRestore()
    once.mockRestore()
  }
  expect(drawn.slice(0, 3)).toEqual([
    'Rank\n',
    '! it is stopped\n\nRank\n',
    '! it starts\n\nRank\n',
  ])
})

test('a sign says of each change whether something comes, goes or becomes another', () => {
  const changes = [
    { what: 'freeze', before: null, after: '12:00' },
    { what: 'hint', before: 'old', after: null },
    { what: 'end', before: '13:00', after: '14:00' },
  ]
  const text = changesText({ kind: 'done', changes, notes: ['all is well'] } as never)
  expect(text.split('\n')).toEqual([
    '+ freeze  12:00',
    '- hint    old',
    '~ end     13:00 → 14:00',
    '  note: all is well',
  ])
})
