import { expect, test } from 'vitest'
import { hashByScrypt, verify } from '../../platform/identity/passwords/hash-format.ts'
import { neededFolders } from '../../scripts/npm-package/needed.ts'
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

test('a package is packed with what it needs, from where Node finds it', () => {
  const locked = {
    '': { dependencies: { one: '1' } },
    'node_modules/one': {
      dependencies: { two: '1' },
      optionalDependencies: { native: '1' },
      peerDependencies: { peer: '1', unused: '1' },
      peerDependenciesMeta: { unused: { optional: true } },
    },
    'node_modules/one/node_modules/two': { dependencies: { three: '1' } },
    'node_modules/two': {},
    'node_modules/three': { dependencies: { one: '1' } },
    'node_modules/peer': {},
    'node_modules/native': {},
    'node_modules/unused': {},
  }
  expect(neededFolders(['one'], locked)).toEqual([
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/peer',
    'node_modules/three',
  ])
  expect(() => neededFolders(['four'], locked)).toThrow('package-lock.json has no four')
})

test('a password that was hashed without Argon2 is checked everywhere', { timeout: 60_000 }, () => {
  const hashed = hashByScrypt('ünlike')
  expect(hashed).toMatch(/^scrypt\$16384\$8\$5\$/)
  expect([verify('ünlike', hashed), verify('unlike', hashed)]).toEqual([true, false])
})
