import { extensions } from '../../src/api/contract/extension.ts'
import { files, textOf } from './files.ts'

/** The most lines of the table of words in ARCHITECTURE.md, its head included. */
const MAX_WORDS = 40

const isDocument = (file: string) => /^(docs\/)?[^/]+\.md$/.test(file)

/** Checks the commands that documents name, the table of extensions in README.md, and the size of the glossary. */
export function* documentProblems(): Generator<string> {
  const { scripts } = JSON.parse(textOf('package.json'))
  for (const document of files.filter(isDocument)) {
    for (const [, command = ''] of textOf(document).matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)) {
      if (!Object.hasOwn(scripts, command))
        yield `${document} names npm run ${command}, which does not exist.`
    }
  }
  const [, listed = ''] = /^\| extension \|.*\n((?:\|.*\n)+)/m.exec(textOf('README.md')) ?? []
  for (const name of extensions)
    if (!listed.includes(`| \`${name}\` |`))
      yield `The table of extensions in README.md lacks ${name}, which src/api/contract/extension.ts has.`
  const [, words = ''] = /^## Words\n([\s\S]*?)^## /m.exec(textOf('ARCHITECTURE.md')) ?? []
  const lines = words.match(/^\|/gm)?.length ?? 0
  if (lines === 0 || lines > MAX_WORDS)
    yield `The table of words in ARCHITECTURE.md has ${lines} lines; 1 to ${MAX_WORDS} are right.`
}
