import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const prototypes = new Map<string, string>()
for (const line of readFileSync(join(import.meta.dirname, 'confusables.txt'), 'utf8').split('\n')) {
  if (!line || line.startsWith('#')) continue
  const [char = '', prototype = ''] = line.split(';')
  prototypes.set(textOf(char), textOf(prototype))
}

function textOf(hexadecimal: string): string {
  return String.fromCodePoint(...hexadecimal.split(' ').map(code => Number.parseInt(code, 16)))
}

/**
 * The skeleton of a text, by UTS 39: two texts that look alike have the same skeleton. It is for
 * comparison only, and never shown.
 *
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function skeletonOf(text: string): string {
  const shown = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return [...shown]
    .map(char => prototypes.get(char) ?? char)
    .join('')
    .normalize('NFD')
}
