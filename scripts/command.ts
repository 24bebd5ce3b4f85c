import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'

/**
 * A command line: `--help` explains it, and a word that it does not know is an error that says what was meant.
 *
 * @param name how people call it, such as `npm run soak --`
 */
export const createCommand = (name: string, description: string) =>
  new Command(name).description(description).showHelpAfterError('(--help explains it)')

/**
 * npm runs scripts in the project's folder, even if it was called in another one.
 *
 * @throws Error in plain words
 */
export function fromCaller(path: string): string {
  // An unset variable of a shell would name the folder where the shell is.
  if (path === '') throw new Error('a path is empty: name the file or the folder')
  return resolve(process.env.INIT_CWD ?? '', path)
}

/**
 * The data folder of the platform.
 *
 * @param data as given with `--data`. Default: the folder that `npm start` uses
 * @throws Error in plain words
 */
export function dataFolderOf(data: string | undefined): string {
  // An unset variable of a shell would name another platform than the one that was meant.
  if (data === '') throw new Error('--data is empty: name the data folder of the platform')
  return data ? fromCaller(data) : resolve(process.env.DATA || '.guidon')
}

/** Reads a whole number from 1. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}

/** Reads whole numbers from 1, with commas between them. */
export const wholeNumbers = (text: string) => text.split(',').map(wholeNumber)

/** Reads a number above 0, such as 0.5. */
export function positiveNumber(text: string): number {
  const number = Number(text)
  if (!(number > 0 && number < Infinity)) throw new InvalidArgumentError('Give a number above 0.')
  return number
}

/** Reads names with commas between them, each of those that are `known`. */
export const namesOf =
  <Name extends string>(known: readonly Name[]) =>
  (text: string): Name[] =>
    text.split(',').map(word => {
      const name = known.find(one => one === word)
      if (name === undefined)
        throw new InvalidArgumentError(`There is no ${word}. There are: ${known.join(', ')}.`)
      return name
    })

/** Reads the command line of a script whose only argument is a whole number. */
export function readCount(program: Command, name: string, about: string, usual: number): number {
  program.argument(`[${name}]`, about, wholeNumber, usual).parse()
  return program.processedArgs[0]
}
