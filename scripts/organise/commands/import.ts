import { stat } from 'node:fs/promises'
import { fromCaller } from '../../command.ts'
import { type Ctfd, readCtfd } from '../ctfd.ts'
import type { ReadPeople } from '../people.ts'
import type { Session } from '../session.ts'

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
  const { toImport, withoutPasswords } = await forImports()
  const { people, wrong, results } = await readAnyone(fromCaller(file), wanted ?? false)
  // Refused, together with the lines that the platform refuses.
  if (wrong.length > 0) return act('import', { people: withoutPasswords(people), wrong })
  const arriving = await toImport(people, {
    file: links === undefined ? undefined : fromCaller(links),
    origin,
    isDryRun: options().dryRun ?? false,
  })
  if (arriving.left > 0)
    console.error(
      `${links} has these links already, of an import that was cut off: they stay as they are`,
    )
  const more = results ? { results } : {}
  await act('import', { people: arriving.named, ...more }, async () => {
    const prepared = await arriving.prepare()
    return { ...prepared, input: { ...prepared.input, ...more } }
  })
}

/** This import loads the database's library, and the rules of names and passwords, which no other command needs. */
const forImports = () => import('../people.ts')

async function readAnyone(
  path: string,
  withResults: boolean,
): Promise<ReadPeople & Pick<Ctfd, 'results'>> {
  if ((await stat(path)).isDirectory()) {
    const { notes, ...read } = await readCtfd(path, withResults)
    for (const one of notes) console.error(one)
    return { ...read, wrong: [] }
  }
  if (withResults) throw new Error("--results: only CTFd's export has results")
  return (await forImports()).readPeople(path)
}
