import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHandouts } from '../../../platform/event/challenge-handouts.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { png } from '../../support/png.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

test('fifty pictures are read to be shown in the text, beside however many other files', async () => {
  const texts = Array.from({ length: 60 }, (_, at) => [`dist/a${at}.txt`, 'text'])
  const folder = await writeFolder(Object.fromEntries(texts))
  for (let at = 0; at < 51; at++)
    await writeFile(join(folder, `dist/b${at}.png`), png({ width: 1, height: 1 }))
  const files = await readHandouts(folder, ['dist'], { add: () => {}, warn: () => {} })
  expect([files.length, files.filter(({ picture }) => picture).length]).toEqual([111, 50])
})

describe('a name that macOS wrote in another form of Unicode', () => {
  const decomposed = (text: string) => text.normalize('NFD')

  test('is found in `files`, and participants get the form that keyboards write', async () => {
    const folder = await writeFolder({
      [decomposed('Töpfe/tief/Größe.txt')]: 'x',
      [decomposed('Ärger.txt')]: 'x',
    })
    const warnings: string[] = []
    const warn = (_: unknown, message: string) => void warnings.push(message)
    const given = ['Töpfe/tief', 'Ärger.txt', '../Ärger.txt', 'Öl.txt']
    const files = await readHandouts(folder, given, { add: () => {}, warn })
    expect(files.map(({ name }) => name)).toEqual(['tief/Größe.txt', 'Ärger.txt'])
    expect(warnings).toEqual([
      "'../Ärger.txt' does not exist; this file is left out",
      "'Öl.txt' does not exist; this file is left out",
    ])
  })

  test('keeps its form beside a file of the other form, because both are in the archive', async () => {
    const names = ['Öl.txt', decomposed('Öl.txt')]
    const folder = await writeFolder(Object.fromEntries(names.map(name => [`d/${name}`, name])))
    const files = await readHandouts(folder, ['d'], { add: () => {}, warn: () => {} })
    expect(new Set(files.map(({ name }) => name))).toEqual(new Set(names.map(name => `d/${name}`)))
  })

  test('is found in `logo`, `requirements` and `withdrawn`', async () => {
    const folder = await writeFolder({
      'event.yaml': `${minimalEvent}logo: Schönes Bild.svg\nwithdrawn: [Übung/Ähre]\n`,
      [decomposed('Schönes Bild.svg')]: '<svg></svg>',
      [decomposed('Übung/Größe/challenge.yml')]: challenge('flags: [x]').replace(
        'Test Pilot',
        'Größe',
      ),
      [decomposed('Übung/Ähre/challenge.yml')]: challenge('flags: [x]').replace(
        'Test Pilot',
        'Ähre',
      ),
      'last/challenge.yml': challenge(`flags: [x]\nrequirements: ['${decomposed('Größe')}']`),
    })
    const { event, warnings } = await loadEvent(folder, { firstStart })
    expect(warnings).toEqual([])
    expect(event.challenges.map(({ name }) => name)).toEqual(['Größe', 'Test Pilot'])
    expect(event.challenges[1]?.requires).toEqual([
      { categorySlug: 'web', challengeSlug: 'grosse' },
    ])
  })
})
