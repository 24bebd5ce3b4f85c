import { files, textOf } from './files.ts'

/** A cast that TypeScript cannot check needs its reason, in one of the lines above it. */
const unchecked = / as (unknown as|never|any)\b/
const LINES = 5

const isProduct = (file: string) => /^(src|platform|tools|scripts)\/.*\.tsx?$/.test(file)
const comment = /(\/\/|\/?\*\*? ).*/
const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)

export function* castProblems(): Generator<string> {
  for (const file of files.filter(isProduct)) {
    const lines = textOf(file).split('\n')
    for (const [at, line] of lines.entries()) {
      if (!unchecked.test(line.replace(comment, ''))) continue
      const above = lines.slice(Math.max(0, at - LINES), at)
      if (!above.some(isComment)) yield `${file}:${at + 1} has a cast without a reason above it.`
    }
  }
}
