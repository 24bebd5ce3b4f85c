import { i18n } from '@lingui/core'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { catalogueOf } from '../../../src/browser/language/catalogue.ts'
import { firstLocale } from '../../../src/machines/locale/first.ts'
import { device } from '../../../src/wiring/device.ts'
import { settled } from '../../support/time.ts'
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

test('of two languages that load, the one that was chosen last is shown, with times of the region', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-AT')
  const activate = (locale: 'en' | 'de') =>
    createActor(device.activateLocale, { input: { locale, isChosen: true } }).start()
  await toPromise(activate('en'))
  activate('de').stop()
  await catalogueOf('de')
  await settled()
  expect([i18n.locale, document.documentElement.lang, i18n.locales]).toEqual(['en', 'en', 'en-150'])
  vi.restoreAllMocks()
  // Other files expect the formats of the browser.
  await toPromise(activate('en'))
})

test.each([
  ['de', ['en-GB'], 'de'],
  ['la', ['de-AT', 'en'], 'de'],
  [null, ['la-VA', 'de-AT'], 'de'],
  [null, ['la-VA'], 'en'],
  [null, [], 'en'],
])('with %j stored, a browser of %j shows %s', (stored, browser, expected) => {
  expect(firstLocale({ stored, browser }).locale).toBe(expected)
})
