import { expect, test } from 'vitest'
import { OptionsError } from '../../../platform/options/options-error.ts'
import {
  readDsn,
  readHostName,
  readMemory,
  readOrigin,
  readPort,
  readPortRange,
  readSwitch,
} from '../../../platform/options/values.ts'
import { readOptions } from '../../../platform/options.ts'

const refused = 'refused'
const outcomeOf = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    if (error instanceof OptionsError) return refused
    throw error
  }
}

test.each([
  ['16 MB', 16],
  ['15 MB', refused],
  ['8 GB', 8192],
  ['512', 512],
  ['unlimited', null],
  ['much', refused],
])('memory of %s is %s MB', (text, expected) => {
  expect(outcomeOf(() => readMemory('environments-memory', text))).toBe(expected)
})

test.each([
  ['0', 0],
  ['65535', 65535],
  ['65536', refused],
  ['80a', refused],
])('the port %s is %s', (text, expected) => {
  expect(outcomeOf(() => readPort(text))).toBe(expected)
})

test.each([
  ['1-65535', { from: 1, to: 65535 }],
  ['7000-7000', { from: 7000, to: 7000 }],
  ['7001-7000', refused],
  ['0-7000', refused],
  ['7000-65536', refused],
  ['', null],
])('the range of ports %s is %j', (text, expected) => {
  expect(outcomeOf(() => readPortRange(text))).toEqual(expected)
})

test.each([
  ['https://key@errors.example/42', 'https://key@errors.example/42'],
  ['', null],
  ['https://errors.example/42', refused],
  ['https://key@errors.example/', refused],
  ['ftp://key@errors.example/42', refused],
])('the address of the error reporter %s is %s', (text, expected) => {
  expect(outcomeOf(() => readDsn(text))).toBe(expected)
})

test.each([
  ['https://ctf.example/', 'https://ctf.example'],
  ['https://ctf.example/app', refused],
  ['https://ctf.example/?a', refused],
  ['ctf.example', refused],
])('the origin %s is %s', (text, expected) => {
  expect(outcomeOf(() => readOrigin('origin', text))).toBe(expected)
})

test('a host name has no port of a URL, and a switch is on or off', () => {
  expect(outcomeOf(() => readHostName('http://10.0.0.7'))).toBe(refused)
  expect(readHostName('10.0.0.7')).toBe('10.0.0.7')
  expect(['on', 'off', 'yes'].map(text => outcomeOf(() => readSwitch('x', text)))).toEqual([
    true,
    false,
    refused,
  ])
})

test('an argument counts more than its variable, and that more than the default', () => {
  const portBy = (args: string[], variables: Record<string, string>) => {
    const options = readOptions(args, variables)
    return options === 'help' ? null : options.port
  }
  expect(portBy(['--port', '8001'], { PORT: '8002' })).toBe(8001)
  expect(portBy([], { PORT: ' 8002 ' })).toBe(8002)
  expect(portBy([], { PORT: ' ' })).toBe(8080)
})
