import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Every file of the project that exists: what Git knows, and what is new. */
export const files: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
  { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
)
  .split('\0')
  .filter(file => file !== '' && existsSync(file))

const texts = new Map<string, string>()

export function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

export const linesOf = (file: string) => textOf(file).split('\n').length - 1

/** Whether a line of code is one of a comment. */
export const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)
