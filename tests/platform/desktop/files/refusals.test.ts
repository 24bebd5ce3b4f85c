import { expect, test } from 'vitest'
import { FilesRefused, refusalOf } from '../../../../platform/desktop/files/refusal.ts'

test.each([
  ['ENOENT', 'notFound'],
  ['ENOTDIR', 'notFound'],
  ['ENAMETOOLONG', 'notFound'],
  ['EACCES', 'unreadable'],
  ['EPERM', 'unreadable'],
  ['ELOOP', 'unreadable'],
  ['ENXIO', 'unreadable'],
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['EIO', undefined],
])('an error %s of the file system means to the page: %s', (code, expected) => {
  expect(refusalOf(Object.assign(new Error('no'), { code }))).toBe(expected)
})

test('a refusal keeps its own code', () => {
  expect(refusalOf(new FilesRefused('homeFull'))).toBe('homeFull')
})
