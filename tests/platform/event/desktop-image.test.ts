import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programsOf } from '../../../platform/desktop/container-image/programs.ts'
import { defaultPackages } from '../../../platform/event/details/desktop-image.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { writeEvent } from '../core/events.ts'

const load = async (desktop: object, dockerfile = false) => {
  const folder = await writeEvent({ desktop })
  if (dockerfile) {
    await mkdir(join(folder, 'desktop'))
    await writeFile(join(folder, 'desktop/Dockerfile'), 'FROM debian:bookworm-slim\n')
  }
  const { event } = await loadEvent(folder, { firstStart: new Date(0) })
  return { image: event.desktop.image, folder }
}

test('a desktop has the usual packages and those that the event names', async () => {
  const { image } = await load({ packages: ['radare2', 'gdb'] })
  if (image.kind !== 'packages') throw new Error('these are packages')
  expect(image.packages).toEqual([...defaultPackages, 'radare2'])
  expect(programsOf(image)).toEqual(expect.arrayContaining(['Firefox', 'gdb', 'radare2']))
})

test('an image or a Dockerfile of the event takes their place', async () => {
  expect((await load({ image: 'registry.example.org/ctf/desktop:2' })).image).toEqual({
    kind: 'image',
    image: 'registry.example.org/ctf/desktop:2',
  })
  const { image, folder } = await load({ build: 'desktop' }, true)
  expect(image).toEqual({
    kind: 'build',
    folder: join(folder, 'desktop'),
    dockerfile: 'Dockerfile',
  })
})

test.each([
  ['two of them', { image: 'a', packages: ['gdb'] }, /more than one/],
  ['sound that is neither on nor off', { sound: 'loud' }, /must be true or false/],
  ['a folder without a Dockerfile', { build: 'desktop' }, /no Dockerfile/],
  ['a folder outside of the event', { build: '../elsewhere' }, /in the folder of the event/],
  ['an option of apt-get', { packages: ['-oDebug=1'] }, /Debian's packages/],
  ['a second line for a Dockerfile', { image: 'a\nRUN x' }, /name of an image/],
])('%s is refused', async (_, desktop, message) => {
  const error = await load(desktop).catch(error => error)
  expect(error).toMatchObject({ problems: [{ message: expect.stringMatching(message) }] })
})
