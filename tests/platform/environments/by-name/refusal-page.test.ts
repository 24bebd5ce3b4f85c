import { expect, test } from 'vitest'
import { refusalPage } from '../../../../platform/environments/by-name/refusal-page.ts'

test.each([
  [400, 'Bad request'],
  [404, 'No environment here'],
  [413, 'Too large'],
  [502, 'The environment does not answer'],
  [503, 'Too many requests'],
  [504, 'The environment does not answer in time'],
] as const)('with %i, the page says: %s', (status, title) => {
  const { body, headers } = refusalPage(status, 'fr, en;q=0.8', 'https://ctf.example')
  expect(body).toContain(`<html lang="en">`)
  expect(body).toContain(`<h1>${title}</h1>`)
  expect(body).toContain('<a href="https://ctf.example/">To the challenges</a>')
  expect(headers['retry-after']).toBe(status === 503 ? '2' : undefined)
})

test('the page is in the language of the browser', () => {
  const { body } = refusalPage(404, 'de-AT,de;q=0.9,en;q=0.8', 'https://ctf.example')
  expect(body).toContain('<html lang="de">')
  expect(body).not.toContain('No environment here')
})
