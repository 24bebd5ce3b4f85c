import { files, textOf } from './files.ts'

/** Words of no name: ARCHITECTURE.md's glossary has the one that is meant. */
const inNames = new Map([
  ['warden', 'memory limits'],
  ['house', 'servers'],
])

/** Those that are a metaphor wherever they stand. */
const inComments = /\b(wardens?|crash[ -]course)\b/gi

/** Names as they stand where their word is the right one, and why. */
const exceptions: Readonly<Record<string, string>> = {}

const code = /^(src|platform|tests|scripts|tools|events)\/.*\.(ts|tsx|mjs|mts)$/
const own = 'scripts/structure/words.ts'

const notCode =
  /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g

/** `isWithheld` has the words is and withheld. */
const wordsOf = (name: string) => name.split(/(?=[A-Z])|[^A-Za-z]+/).map(word => word.toLowerCase())

const problemOf = (name: string) => {
  if (name in exceptions) return undefined
  const word = wordsOf(name).find(one => inNames.has(one))
  return word && `${name} has the word ${word} (say ${inNames.get(word)})`
}

export function* wordProblems(): Generator<string> {
  for (const file of files) {
    const named = file.split('/').flatMap(part => problemOf(part) ?? [])
    if (named.length > 0) yield `${file}: ${named.join(', ')}.`
    if (file === own || (!code.test(file) && !file.endsWith('.md'))) continue
    const text = textOf(file)
    for (const [word] of text.matchAll(inComments)) yield `${file}: ${word} is a metaphor.`
    if (!code.test(file)) continue
    // What a template inserts is code.
    const bare = text.replace(notCode, part => (part.match(/\$\{[^}]*\}/g) ?? ['']).join(' '))
    const names = new Set(bare.match(/[A-Za-z_$][\w$]*/g))
    for (const name of names) {
      const problem = problemOf(name)
      if (problem) yield `${file}: ${problem}.`
    }
  }
}
