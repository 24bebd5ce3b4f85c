import { expect, test } from 'vitest'
import { invitationPath, joinTokenIn } from '../../../src/machines/navigation/invitation.ts'

test.each([
  ['abc-123', 'abc-123'],
  [' abc-123\n', 'abc-123'],
  ['\u200babc-123\ufeff', 'abc-123'],
  ['https://ctf.example/join#abc-123', 'abc-123'],
  ['ctf.example/join#abc-123 ', 'abc-123'],
  ['https://ctf.example/join#a%2Bb', 'a+b'],
  ['https://ctf.example/join#100%', '100%'],
  ['https://ctf.example/join#', ''],
  ['https://ctf.example/join', 'https://ctf.example/join'],
  ['a#b', 'a#b'],
  [' ', ''],
])('the join token in %j is %j', (text, token) => {
  expect(joinTokenIn(text)).toBe(token)
})

test('a link has the token that is read from it', () => {
  const token = 'a+b/c=#%ü'
  expect(joinTokenIn(`https://ctf.example${invitationPath(token)}`)).toBe(token)
})
