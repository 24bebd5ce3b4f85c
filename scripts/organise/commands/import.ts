import { stat } from 'node:fs/promises'
import { type Ctfd, readCtfd } from '../ctfd.ts'
import { placeOf, type Session } from '../session.ts'

interface ImportOptions {
  links?: string
  origin?: string
  results?: true
}

export async function importFrom(
  { act, options }: Session,
  file: string,
  { links, origin, results: wanted }: ImportOptions,
) {
  const { toImport } = await forImports()
  const { people, results } = await readAnyone(placeOf(file), wanted ?? false)
  const arriving = await toImport(people, {
    ...{ file: links && placeOf(links), origin },
    isDryRun: options().dryRun ?? false,
  })
  const more = results ? { results } : {}
  await act('import', { people: arriving.named, ...more }, async () => {
    const prepared = await arriving.prepare()
    return { ...prepared, input: { ...prepared.input, ...more } }
  })
}

/** This import loads the database's library, and the rules of names and passwords, which no other command needs. */
const forImports = () => import('../people.ts')

async function readAnyone(path: string, withResults: boolean): Promise<Omit<Ctfd, 'leftOut'>> {
  if ((await stat(path)).isDirectory()) {
    const { leftOut, ...read } = await readCtfd(path, withResults)
    for (const one of leftOut) console.error(`left out: ${one}`)
    return read
  }
  if (withResults) throw new Error("--results: only CTFd's export has results")
  return { people: await (await forImports()).readPeople(path) }
}
