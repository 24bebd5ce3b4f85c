import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { commandNames } from '../command-names.ts'
import { makeFolder } from '../files/make-folder.ts'

const template = join(import.meta.dirname, 'template')

/**
 * Writes an example event with comments, one web challenge and one with files, named after its
 * folder, which is made if it is missing.
 *
 * @throws Error when the folder has something in it.
 */
export async function createEvent(folder: string): Promise<void> {
  const root = resolve(folder)
  await makeFolder(root, 0o777)
  if ((await readdir(root)).length > 0)
    throw new Error(`${root} is not empty; name a folder that is new or empty`)
  await cp(template, root, { recursive: true })
  const file = join(root, 'event.yaml')
  const text = await readFile(file, 'utf8')
  const name = JSON.stringify(basename(root))
  await writeFile(
    file,
    text
      .replace('name: My event', () => `name: ${name}`)
      .replaceAll('npm run event --', commandNames.event)
      .replaceAll('npm start --', commandNames.start),
  )
}
