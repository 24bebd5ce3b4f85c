import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readHandouts } from '../../../platform/event/challenge-handouts.ts'
import { png } from '../../support/pictures.ts'
import { writeFolder } from './write-folder.ts'

test('fifty pictures are read to be shown in the text, beside however many other files', async () => {
  const texts = Array.from({ length: 60 }, (_, at) => [`dist/a${at}.txt`, 'text'])
  const folder = await writeFolder(Object.fromEntries(texts))
  for (let at = 0; at < 51; at++)
    await writeFile(join(folder, `dist/b${at}.png`), png({ width: 1, height: 1 }))
  const files = await readHandouts(folder, ['dist'], { add: () => {}, warn: () => {} })
  expect([files.length, files.filter(({ picture }) => picture).length]).toEqual([111, 50])
})
