import { writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { readLogo } from '../../platform/event/details/logo.ts'
import { type Certified, certificatePage } from './certificate-page.ts'
import type { See } from './export.ts'
import { fillNewFolder } from './new-folder.ts'

interface Brand {
  name: string
  accentColor: { light: string } | null
  end: string
  isOver: boolean
  logo: { type: string; base64: string } | null
}

interface Board {
  group: string
  entries: {
    accountId: string
    displayName: string
    rank: number | null
    points: number
    flags: number
  }[]
}

interface Person {
  username: string
  displayName: string | null
  account: string | null
  accountId: string | null
}

interface Wanted {
  folder: string
  language: Certified['language']
  /** Write certificates although ranks can still change. */
  isEarly: boolean
  /** A picture, in place of the event's logo. The logo is not in the database. */
  logo?: string | undefined
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}

/**
 * Writes a page for each account that solved something, and one of each score group with all of them to print.
 *
 * @returns the names of the groups' files, each with its number of certificates
 * @throws Error in plain words
 */
export async function writeCertificates(
  { folder, language, isEarly, logo: picture }: Wanted,
  see: See,
) {
  const brand = (await see('brand', {})) as Brand
  const logo = picture === undefined ? brand.logo : await readPicture(picture)
  if (!brand.isOver && !isEarly)
    throw new Error('the event has not ended: ranks may change (--early writes them anyway)')
  return fillNewFolder(folder, pathOf => writeAll(pathOf, { brand, logo, language }, see))
}

interface Pages extends Pick<Wanted, 'language'> {
  brand: Brand
  logo: Brand['logo']
}

async function writeAll(
  pathOf: (name: string) => string,
  { brand, logo, language }: Pages,
  see: See,
) {
  const write = (name: string, content: string | Buffer) =>
    writeFile(pathOf(name), content, { flag: 'wx', mode: 0o600 })
  const logoFile = logo && `logo.${endings[logo.type] ?? 'png'}`
  if (logo && logoFile) await write(logoFile, Buffer.from(logo.base64, 'base64'))
  const members = membersOf((await see('people', {})) as Person[])

  const written: [name: string, certificates: number][] = []
  for (const [at, { group, entries }] of ((await see('board', {})) as Board[]).entries()) {
    const all = entries.flatMap(({ accountId, displayName, rank, points, flags }): Certified[] =>
      rank === null || flags === 0
        ? []
        : [
            {
              language,
              group,
              name: displayName,
              rank,
              points,
              flags,
              ranked: entries.length,
              event: brand.name,
              end: new Date(brand.end),
              logoFile,
              accent: brand.accentColor?.light ?? null,
              // The page of a single user already has the user's name.
              members: (members.get(accountId) ?? []).filter(one => one !== displayName),
              id: accountId,
            },
          ],
    )
    const file = `group-${at + 1}.html`
    await write(file, certificatePage(all))
    for (const one of all) await write(`group-${at + 1}-${one.id}.html`, certificatePage([one]))
    written.push([file, all.length])
  }
  return written
}

/** @throws Error in plain words */
async function readPicture(file: string): Promise<Brand['logo']> {
  const found = await readLogo(dirname(file), basename(file))
  if (typeof found === 'string') throw new Error(`--logo: ${found}`)
  return { type: found.type, base64: Buffer.from(found.bytes).toString('base64') }
}

function membersOf(people: readonly Person[]): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { accountId, username, displayName } of people)
    if (accountId !== null)
      found.set(accountId, [...(found.get(accountId) ?? []), displayName ?? username])
  return found
}
