import { expect, test } from 'vitest'
import { createRoutes } from '../../platform/api/routes.ts'
import { fillPath, readerOf } from '../../src/domain/path.ts'
import { pageOf } from '../../src/machines/navigation/pages.ts'

const pattern = '/a/{first}/b/{second}'

test('a value may have any character, and is read as it was fillPath in', () => {
  const values = { first: 'x/y z', second: 'ü?#%' }
  const path = fillPath(pattern, values)
  expect(path).toBe('/a/x%2Fy%20z/b/%C3%BC%3F%23%25')
  expect(readerOf(pattern)(path)).toEqual(values)
})

test.each(['/a/x/b', '/a/x/b/y/z', '/a//b/y', '/c/x/b/y', '/a/x/b/y/', ''])(
  '%j does not fit',
  path => {
    expect(readerOf(pattern)(path)).toBe(null)
  },
)

test('a value that is not percent-encoded correctly fits no page and no call', () => {
  expect(readerOf(pattern)('/a/%E0%A4%A/b/y')).toBe(null)
  expect(pageOf('/challenge/web/%E0%A4%A')).toEqual({ name: 'notFound' })
  expect(createRoutes()('GET', '/v1/challenges/%E0%A4%A/score')).toBe(null)
})
