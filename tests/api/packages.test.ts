import { expect, test } from 'vitest'
import { licenceProblems, scriptProblems } from '../../scripts/packages/problems.ts'

const licensed = (id: string) => ({ 'bom-ref': 'one@1.0.0', licenses: [{ license: { id } }] })

test('a licence is one of the list', () => {
  expect(licenceProblems([licensed('MIT'), licensed('MPL-2.0')])).toEqual([])
  expect(licenceProblems([licensed('AGPL-3.0-only')])).toEqual([
    expect.stringContaining('one@1.0.0 has the licence AGPL-3.0-only'),
  ])
})

test('a package without a licence, or with one that only has a name, is a problem', () => {
  const named = { 'bom-ref': 'two@1.0.0', licenses: [{ license: { name: 'see LICENSE' } }] }
  const either = { 'bom-ref': 'three@1.0.0', licenses: [{ expression: 'MIT OR GPL-3.0-only' }] }
  expect(licenceProblems([{ 'bom-ref': 'one@1.0.0' }, named, either])).toEqual([
    expect.stringContaining('one@1.0.0 has no licence'),
    expect.stringContaining('two@1.0.0 has the licence see LICENSE'),
    expect.stringContaining('three@1.0.0 has the licence MIT OR GPL-3.0-only'),
  ])
})

test('each install script is named, also that of a package inside another', () => {
  const packages = {
    '': {},
    'node_modules/plain': {},
    'node_modules/ssh2': { hasInstallScript: true },
    'node_modules/plain/node_modules/@scope/inner': { hasInstallScript: true },
  }
  expect(scriptProblems(packages, { ssh2: false, '@scope/inner': true })).toEqual([])
  expect(scriptProblems(packages, { ssh2: false })).toEqual([
    expect.stringContaining('@scope/inner has an install script'),
  ])
})

test('a name without an install script is taken out', () => {
  expect(scriptProblems({}, { gone: true })).toEqual([
    expect.stringContaining('gone has no install script'),
  ])
})
