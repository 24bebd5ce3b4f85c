import { files, textOf } from './files.ts'

/** Words that no name may contain, with the word to use instead (see the glossary of ARCHITECTURE.md). */
const inNames = new Map([
  ['held', 'local, or what it is'],
  ['elsewhere', 'remote'],
  ['holding', 'environment actor'],
  ['errand', 'remote command'],
  ['errands', 'remote commands'],
  ['seam', 'port'],
  ['seams', 'ports'],
  ['warden', 'memory limits'],
  ['judge', 'resource limits'],
  ['hands', 'what it is'],
  ['house', 'servers'],
  ['patience', 'timeout'],
  ['told', 'known, announced, reported, shown'],
  ['assemble', 'compose'],
  ['stage', 'status, state, step, scene'],
  ['stages', 'states, steps, scenes'],
  ['limited', 'limit, wait'],
  ['seats', 'places'],
  ['amiss', 'failure, difference'],
  ['mishap', 'fault'],
  ['harm', 'fault'],
  ['harmed', 'broken'],
  ['obey', 'handle, carry out'],
  ['doomed', 'what happens to it'],
  ['unheard', 'what it is'],
  ['untold', 'what it is'],
  ['oddities', 'warnings'],
  ['beat', 'heartbeat'],
  ['beats', 'heartbeats'],
  ['beating', 'heartbeat'],
])

/** What no text may say. */
const inTexts: readonly (readonly [RegExp, string])[] = [
  [/\b(errands?|seams?|wardens?|patience|crash[ -]course)\b/gi, 'is a metaphor'],
  [/\b(busy|slow|fast|quiet|idle|shared) machines?\b/gi, 'is a host (or a statechart)'],
  [/\b(slow|fast|bad|good|busy|lossy|lost|broken) lines?\b/gi, 'is a connection'],
  [/\b(?:(?:needs?|has|have) no|without a) line\b/gi, 'is a connection'],
  [/\b(shall|told apart|heard of)\b/gi, 'has to be read twice'],
  // In small letters: Mend is a script of Unicode.
  [/\b([Ww]hoever|anew|mend(s|ed|ing)?)\b/g, 'is not common any more'],
]

const code = /^(src|platform|tests|scripts|tools|events)\/.*\.(ts|tsx|mjs|mts)$/
/** Comments and texts of these are read as well, their names are not. */
const other = /\.(md|css|sh|py|yaml)$/
const own = 'scripts/structure/words.ts'

const notCode =
  /(?<=[(,=] ?)\/(?![/*])(?:\\.|[^/\\\n])+\/[a-z]*|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g

/** `'flag.typed'` is a name, though it is a text. */
const eventType = /^'[a-z]\w*(\.[a-z]\w*)+'$/

/** A line break inside of a comment or a paragraph. */
const wrap = /\n[ \t]*(?:\/\/|\*|>)?[ \t]*/g

/** Text between two tags, which people read. */
const textOfView = />[^<>{}()=]*</g

/** `isWithheld` has the words is and withheld. */
const wordsOf = (name: string) => name.split(/(?=[A-Z])|[^A-Za-z]+/).map(word => word.toLowerCase())

const problemOf = (name: string) => {
  if (name === 'keyOf') return 'keyOf does not say of what'
  const word = wordsOf(name).find(one => inNames.has(one))
  return word && `${name} has the word ${word} (say ${inNames.get(word)})`
}

export function* wordProblems(): Generator<string> {
  for (const file of files) {
    const named = file.split('/').flatMap(part => problemOf(part) ?? [])
    if (named.length > 0) yield `${file}: ${named.join(', ')}.`
    if (file === own || (!code.test(file) && !other.test(file))) continue
    const text = textOf(file)
    const unwrapped = text.replace(wrap, ' ')
    for (const [pattern, problem] of inTexts) {
      for (const [found] of unwrapped.matchAll(pattern)) yield `${file}: ${found} ${problem}.`
    }
    if (!code.test(file)) continue
    // The insertions of a template are code.
    const shown = file.endsWith('.tsx') ? text.replace(textOfView, '><') : text
    const bare = shown.replace(notCode, part =>
      eventType.test(part) ? part : (part.match(/\$\{[^}]*\}/g) ?? ['']).join(' '),
    )
    const names = new Set(bare.match(/[A-Za-z_$][\w$]*/g))
    for (const name of names) {
      const problem = problemOf(name)
      if (problem) yield `${file}: ${problem}.`
    }
  }
}
