import { hash } from 'node:crypto'

/** Letters of Latin alphabets that Unicode does not take apart into a letter and a mark. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}

/** Makes a slug from a name: `Café am Fluß!` becomes `cafe-am-fluss`. */
export const slugOf = (name: string): string =>
  groupSlugOf(name.toLowerCase().replace(/[ßæœøłđðþħŧı]/g, letter => plain[letter] ?? letter))

/** The same for score groups. It keeps letters like `ß`, because accounts refer to these slugs. */
export function groupSlugOf(name: string): string {
  const whole = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC')
  // Cut between characters, because an address cannot contain half a character.
  const slug = Array.from(whole).slice(0, 80).join('')
  return slug || `x-${digest(name)}`
}

/** Whether two names are one to readers: case and white space do not count. */
export const isSameName = (one: string, other: string): boolean =>
  plainName(one) === plainName(other)

const plainName = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Why `C#` and `C++` cannot be two categories. */
export const sharedSlugText = (name: string, other: string): string =>
  `'${name}' and '${other}' are one category, because both have the address '${slugOf(name)}'; give one another name`

/**
 * The slug itself, if it is free. Otherwise it gets four digits of a hash of its own, so that a third
 * challenge of this name does not change the address of the second one.
 */
export function freeSlug(slug: string, own: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  const longer = `${slug}-${digest(own)}`
  return taken.has(longer) ? freeSlug(longer, `${own} again`, taken) : longer
}

const digest = (text: string) => hash('sha256', text, 'hex').slice(0, 4)
