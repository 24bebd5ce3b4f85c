import { expect, test } from 'vitest'
import { readConfig } from '../../src/api/config.ts'

const config = {
  apiBaseUrl: 'https://api.example',
  oidcIssuerUrl: 'https://id.example',
  oidcClientId: 'guidon',
}

test('with the three required keys the page is configured; the others have defaults', () => {
  expect(readConfig(JSON.stringify(config))).toEqual({
    ok: true,
    config: {
      ...config,
      sentryDsn: '',
      accountUrl: '',
      event: null,
      oidcScope: 'openid profile offline_access',
      idempotencyKeys: false,
    },
  })
})

test.each(
  (['apiBaseUrl', 'oidcIssuerUrl', 'oidcClientId'] as const).flatMap(key => [
    [key, 'missing', undefined],
    [key, 'empty', ''],
    [key, 'blank', ' '],
    [key, 'no text', 1],
  ]),
)('%s that is %s is named', (key, _, value) => {
  const text = JSON.stringify({ ...config, [key as string]: value })
  expect(readConfig(text)).toEqual({ ok: false, missingKeys: [key] })
})

test.each(['apiBaseUrl', 'oidcIssuerUrl'])('%s that is not a URL is named', key => {
  const text = JSON.stringify({ ...config, [key]: 'nowhere' })
  expect(readConfig(text)).toEqual({ ok: false, missingKeys: [key] })
})

test('every missing key is named, and of no JSON all', () => {
  expect(readConfig('{}')).toEqual({ ok: false, missingKeys: Object.keys(config) })
  expect(readConfig('')).toEqual({ ok: false, missingKeys: Object.keys(config) })
})

test('a configuration may name the event; one that is wrong is left out', () => {
  const event = { name: 'Field Day', accentColor: { light: '#a00d25', dark: '#ff8f9c' } }
  const read = (event: unknown) => {
    const result = readConfig(JSON.stringify({ ...config, event }))
    return result.ok && result.config.event
  }
  expect(read(event)).toEqual(event)
  expect(read({ ...event, accentColor: { light: 'red' } })).toBe(null)
})

test.each([
  ['https://login.example/account', 'https://login.example/account'],
  ['javascript:alert(1)', ''],
  ['/account', ''],
])('the link to the account %s is %j', (accountUrl, shown) => {
  const result = readConfig(JSON.stringify({ ...config, accountUrl }))
  expect(result.ok && result.config.accountUrl).toBe(shown)
})

test('blanks around what the organisers wrote do not count', () => {
  const text = JSON.stringify({ ...config, apiBaseUrl: ' https://api.example\n' })
  expect(readConfig(text)).toMatchObject({ config: { apiBaseUrl: 'https://api.example' } })
})
