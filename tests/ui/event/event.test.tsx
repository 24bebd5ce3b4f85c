import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { EventDetails } from '../../../src/api/contract.ts'
import { appChildren } from '../../../src/machines/app/children.ts'
import { statsOf } from '../../support/challenge.ts'
import { metadata, type Server } from '../../support/fake-app.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const full: EventDetails = {
  name: 'Field Day',
  logoUrl: 'https://api.example/logo.svg',
  accentColor: { light: '#a00d25', dark: '#ff8f9c' },
  contact: 'tower@example.org',
  discordUrl: 'https://discord.gg/field',
  intro: { en: 'Welcome to the airfield!', de: 'Willkommen auf dem Flugplatz!' },
  rules: { en: 'Stay off the runway.', de: 'Bleibt von der Landebahn weg.' },
  terms: { en: 'You fly at your own risk.' },
  groupsText: { en: 'Two groups, two boards.' },
}
const withDetails = { getMetadata: { ...metadata, extensions: ['event'] } }

/** Shows the event. The home machine is loaded with its page. */
async function show(details: EventDetails | Error, server: Server = {}) {
  const shown = await showApp({
    path: '/',
    server: { ...withDetails, getEvent: details, ...server },
  })
  await screen.findByRole('heading', { level: 1 })
  await shown.settle()
  return shown
}

const region = (name: string) => screen.getByRole('region', { name })
const home = () => document.querySelector('main')?.textContent ?? ''

test('header and title of the tab have the name of the event', async () => {
  await show(full)
  expect(screen.getByRole('link', { name: 'Field Day, to the home page' })).toBeDefined()
  expect(document.title).toBe('Home · Field Day')
})

test('the logo of the event is in the header; its name says what it is', async () => {
  await show(full)
  const link = screen.getByRole('link', { name: 'Field Day, to the home page' })
  const logo = within(link).getByRole('presentation', { hidden: true })
  expect([logo.getAttribute('src'), logo.getAttribute('alt')]).toEqual([full.logoUrl, ''])
})

test('the accent colour replaces that of the app', async () => {
  await show(full)
  const { style } = document.querySelector<HTMLElement>('[style*="--accent"]') ?? { style: null }
  expect(style?.getPropertyValue('--accent-text')).toBe('light-dark(#a00d25, #ff8f9c)')
})

test('an event without a colour keeps that of the app', async () => {
  await show({ name: 'Plain' })
  expect(document.querySelector('[style*="--accent"]')).toBe(null)
})

test('home has the intro and the rules of the event, in the language of the app', async () => {
  const { app, settle } = await show(full)
  expect(home()).toContain('Welcome to the airfield!')
  expect(region('Rules').textContent).toContain('Stay off the runway.')
  expect(home()).not.toMatch(/Take challenges apart|Do not share flags/)
  const { locale } = appChildren(app.getSnapshot())
  act(() => locale.send({ type: 'locale.changed', locale: 'de' }))
  await settle()
  await settle()
  expect(home()).toContain('Willkommen auf dem Flugplatz!')
  expect(home()).toContain('Bleibt von der Landebahn weg.')
})

test('the step of the score group has the text of the event', async () => {
  await show(full, {
    getStats: { ...statsOf(), accountHasScoreGroup: false, scoreGroup: null },
    listScoreGroups: [],
  })
  expect(home()).toContain('Two groups, two boards.')
  expect(home()).toContain('You choose once and cannot change it later.')
  expect(home()).not.toContain('Scoring is isolated')
})

test('the terms are behind a button beside the rules', async () => {
  await show(full)
  fireEvent.click(within(region('Rules')).getByRole('button', { name: 'Terms of participation' }))
  const dialog = await screen.findByRole('dialog', { name: 'Terms of participation' })
  expect(dialog.textContent).toContain('You fly at your own risk.')
})

test('help has the Discord server and the e-mail address of the event', async () => {
  await show(full)
  const [button] = screen.getAllByRole('button', { name: 'Help' })
  if (button) fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Help' }))
  expect(dialog.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    'https://discord.gg/field',
    'mailto:tower@example.org',
  ])
})

test.each<[string, Partial<EventDetails>]>([
  ['an e-mail address', { contact: 'a@example.org' }],
  ['a Discord server', { discordUrl: 'https://discord.gg/x' }],
])('help stands beside the rules also if there is %s alone', async (_, has) => {
  await show({ name: 'Plain', ...has })
  const [header] = screen.getAllByRole('banner')
  expect(within(header as HTMLElement).getByRole('button', { name: 'Help' })).toBeDefined()
  fireEvent.click(within(region('Rules')).getByRole('button', { name: 'Help' }))
  expect(await screen.findByRole('dialog', { name: 'Help' })).toBeDefined()
})

test('terms alone have their button, and no help beside it', async () => {
  await show({ name: 'Plain', terms: { en: 'Fly.' } })
  const buttons = within(region('Rules')).getAllByRole('button')
  expect(buttons.map(one => one.textContent)).toEqual(['Rules', 'Terms of participation'])
})

test.each<[string, Partial<EventDetails>, string[]]>([
  ['nothing', {}, []],
  ['an e-mail address', { contact: 'a@example.org' }, ['Write the organisers an e-mail.']],
  [
    'a Discord server',
    { discordUrl: 'https://discord.gg/x' },
    ['Discord channel', 'Open a ticket on Discord.'],
  ],
  [
    'both',
    { discordUrl: 'https://discord.gg/x', contact: 'a@example.org' },
    ['Discord channel', 'Open a ticket on Discord, or write the organisers an e-mail.'],
  ],
  ['terms', { terms: { en: 'Fly.' } }, ['The terms of participation apply']],
])('the usual rules name only what the event has: %s', async (_, has, named) => {
  await show({ name: 'Plain', ...has })
  const rules = region('Rules').textContent ?? ''
  expect(rules).toContain('Do not share flags or hints')
  const every =
    /Discord channel|Open a ticket on Discord(, or write the organisers an e-mail)?\.|Write the organisers an e-mail\.|The terms of participation apply/g
  expect(rules.match(every) ?? []).toEqual(named)
})

test('without Discord and e-mail there is no help, without terms no button for them', async () => {
  await show({ name: 'Plain' })
  for (const name of ['Help', 'Discord', 'Terms of participation'])
    expect(screen.queryByRole('button', { name })).toBe(null)
})

test('a backend of the specification alone keeps its texts, and is not asked for details', async () => {
  const { countOf } = await showApp({ path: '/' })
  await screen.findByRole('heading', { level: 1 })
  expect(countOf('getEvent')).toBe(0)
  expect(screen.getByRole('link', { name: 'Guidon, to the home page' })).toBeDefined()
  expect(document.title).toBe('Home · Guidon')
  expect(screen.getAllByRole('button', { name: 'Discord' }).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Terms of participation' })).toBe(null)
  expect(region('Rules').textContent).toContain('The terms of participation apply, as you accepted')
})

test('details that cannot be read leave the event playable', async () => {
  await show(new Error('broken'))
  expect(document.title).toBe('Home · Guidon')
  expect(region('How to play')).toBeDefined()
  expect(home()).toContain('Take challenges apart')
  expect(screen.queryByRole('button', { name: 'Discord' })).toBe(null)
})
