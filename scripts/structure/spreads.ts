import { files, isComment, textOf } from './files.ts'

/**
 * The compiler does not check the names of properties that are spread, so a misspelt optional one would be ignored. A
 * literal that must not be checked has its reason in the line above it. In JSX it is short for attributes of the same name.
 */
const spreadLiteral = /(?<!\{)\.\.\.\{/

const isOurs = (file: string) =>
  /^(src|platform|tools|scripts|events|tests)\/.*\.(tsx?|mjs)$/.test(file)

export function* spreadProblems(): Generator<string> {
  for (const file of files.filter(isOurs)) {
    const lines = textOf(file).split('\n')
    for (const [at, line] of lines.entries()) {
      if (isComment(line) || !spreadLiteral.test(line) || isComment(lines[at - 1] ?? '')) continue
      yield `${file}:${at + 1} spreads an object literal. Write its properties where they belong.`
    }
  }
}
