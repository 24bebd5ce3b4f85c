import { files, isComment, textOf } from './files.ts'

/** A cast that TypeScript cannot check needs its reason, in one of the lines above it. */
const unchecked = / as (unknown as|never|any)\b/
const LINES = 2

const isProduct = (file: string) => /^(src|platform|tools|scripts)\/.*\.tsx?$/.test(file)
const comment = /(\/\/|\/?\*\*? ).*/

/** It hides all errors of a file or line, also those that come later. */
const silenced = /@ts-(ignore|nocheck)\b|@ts-expect-error\s*$/

const isCode = (file: string) => /\.tsx?$/.test(file)

export function* castProblems(): Generator<string> {
  for (const file of files.filter(isCode)) {
    for (const [at, line] of textOf(file).split('\n').entries())
      if (isComment(line) && silenced.test(line))
        yield `${file}:${at + 1} silences the compiler. Say why, with @ts-expect-error.`
  }
  for (const file of files.filter(isProduct)) {
    const lines = textOf(file).split('\n')
    for (const [at, line] of lines.entries()) {
      if (!unchecked.test(line.replace(comment, ''))) continue
      const above = lines.slice(Math.max(0, at - LINES), at)
      if (!above.some(isComment)) yield `${file}:${at + 1} has a cast without a reason above it.`
    }
  }
}
