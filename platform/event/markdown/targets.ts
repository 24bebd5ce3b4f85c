import type { ChallengeDefinition } from '../model.ts'

/** A block of code, or code in a line: marks of pictures and links in it are no pictures or links. */
const code =
  /^ {0,3}(?<fence>`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\k<fence>|$(?![\s\S]))|(?<tick>`+)[^`]+?\k<tick>(?!`)/gm
const wordsAndTarget = String.raw`\[[^\]]*\]\(\s*(?:<([^>\n]*)>|([^\s)]+))`
const marks = {
  picture: new RegExp(`!${wordsAndTarget}`, 'g'),
  link: new RegExp(`(?<!!)${wordsAndTarget}`, 'g'),
}

/** Where the pictures or the links of a challenge's texts lead: each target once, by field. */
export function targetsIn(
  { description, hints }: Pick<ChallengeDefinition, 'description' | 'hints'>,
  kind: keyof typeof marks,
): { field: string; target: string }[] {
  const texts = { description, hints: hints.map(({ text }) => text).join('\n\n') }
  return Object.entries(texts).flatMap(([field, text]) => {
    const found = [...text.replace(code, '').matchAll(marks[kind])]
    const targets = found.map(([, inBrackets, plain]) => inBrackets ?? plain ?? '')
    return [...new Set(targets)].map(target => ({ field, target }))
  })
}
