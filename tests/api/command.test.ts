import { InvalidArgumentError } from 'commander'
import { expect, test } from 'vitest'
import {
  createCommand,
  namesOf,
  positiveNumber,
  readCount,
  wholeNumber,
  wholeNumbers,
} from '../../scripts/command.ts'

/** A command that throws where a real one ends the process. `errors` is what it printed. */
function createTrial() {
  const errors: string[] = []
  const command = createCommand('npm run trial --', 'Tries something.')
    .exitOverride()
    .configureOutput({ writeErr: text => errors.push(text) })
  return { command, errors }
}

test('a word that a script does not know is an error, which says what was meant', () => {
  const { command, errors } = createTrial()
  command.option('--subtle', 'other faults')
  expect(() => command.parse(['--subtel'], { from: 'user' })).toThrow()
  expect(errors.join('')).toBe(
    "error: unknown option '--subtel'\n(Did you mean --subtle?)\n(--help explains it)\n",
  )
  expect(() => command.parse(['what'], { from: 'user' })).toThrow('too many arguments')
})

test('--help shows the name by which people call a script, and what it does', () => {
  const help = createTrial().command.helpInformation()
  expect(help).toContain('Usage: npm run trial -- [options]\n\nTries something.\n')
})

test('the only argument of a script is a whole number, or the usual one', () => {
  const count = (...words: string[]) => {
    const { command } = createTrial()
    const { argv } = process
    process.argv = [...argv.slice(0, 2), ...words]
    try {
      return readCount(command, 'rounds', 'how often', 5)
    } finally {
      process.argv = argv
    }
  }
  expect([count(), count('12')]).toEqual([5, 12])
  expect(() => count('none')).toThrow('Give a whole number from 1.')
})

test.each(['0', '-1', '1.5', '1e3', 'x', '', ' 1'])('%j is no whole number from 1', text => {
  expect(() => wholeNumber(text)).toThrow(InvalidArgumentError)
  expect(() => wholeNumbers(`3,${text}`)).toThrow(InvalidArgumentError)
})

test.each(['0', '-1', 'x', '', 'Infinity'])('%j is no number above 0', text => {
  expect(() => positiveNumber(text)).toThrow(InvalidArgumentError)
})

test('numbers and names are read with commas between them', () => {
  expect(wholeNumbers('100,1000')).toEqual([100, 1000])
  expect(positiveNumber('0.5')).toBe(0.5)
  const networks = namesOf(['fast', 'slow'])
  expect(networks('slow,fast')).toEqual(['slow', 'fast'])
  expect(() => networks('slow,fats')).toThrow('There is no fats. There are: fast, slow.')
})
