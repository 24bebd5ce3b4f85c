import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { firstLocale } from '../../../src/machines/locale/first.ts'
import { device } from '../../../src/wiring/device.ts'
import { showApp } from './show.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

test("a language that is chosen is shown, and stored under 'lang'", async () => {
  await showApp({ device: { activateLocale: device.activateLocale } })
  const [select] = await screen.findAllByLabelText('Language')
  if (select) await userEvent.selectOptions(select, 'de')
  await waitFor(() => expect(localStorage.getItem('lang')).toBe('de'))
  await screen.findAllByText('Allgemein')
  expect(document.documentElement.lang).toBe('de')
})

test('a language that nobody chose is not stored', async () => {
  const activating = createActor(device.activateLocale, {
    input: { locale: 'de', isChosen: false },
  }).start()
  await toPromise(activating)
  expect([document.documentElement.lang, localStorage.getItem('lang')]).toEqual(['de', null])
})

test.each([
  ['de', ['en-GB'], 'de'],
  ['fr', ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'de-AT'], 'de'],
  [null, ['fr-FR'], 'en'],
  [null, [], 'en'],
])('with %j stored, a browser of %j shows %s', (stored, browser, expected) => {
  expect(firstLocale({ stored, browser }).locale).toBe(expected)
})
