import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { appChildren } from '../../../src/machines/app/children.ts'
import { detail, no, score, statsOf } from '../../support/challenge.ts'
import type { Server } from '../../support/fake-app.ts'
import { showApp } from '../shell/show.tsx'
import { showChallenge } from './show.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

test('name, category and difficulty are there before the text is', async () => {
  await showChallenge({ getChallenge: new Promise<never>(() => {}) })
  screen.getByRole('heading', { level: 1, name: 'Login' })
  screen.getByText('Web')
  screen.getByText('Easy')
  expect(screen.queryByText('Get in.')).toBe(null)
  expect(document.querySelector('[aria-busy=true]')).not.toBe(null)
})

test('an older address names no category that the challenge is not in any more', async () => {
  const category = { description: '', order: 1 }
  await showChallenge({
    listCategories: [
      { ...category, slug: 'web', name: 'Web' },
      { ...category, slug: 'forensics', name: 'Forensics' },
    ],
    getChallenge: { ...detail, categorySlug: 'forensics' },
  })
  screen.getByText('Forensics')
  expect(screen.queryByText('Web')).toBe(null)
})

test('a solved challenge is marked as completed before its own score is there', async () => {
  await showChallenge({
    getScore: new Promise<never>(() => {}),
    getStats: {
      ...statsOf(),
      completedChallenges: [{ categorySlug: 'web', challengeSlug: 'login' }],
    },
  })
  screen.getByText('Completed')
})

test('its own score marks it as completed before the account knows', async () => {
  await showChallenge({ getScore: { ...score, isCompleted: true } })
  const [header] = screen.getAllByRole('banner')
  within(header as HTMLElement).getByText('Completed')
})

test("its points are those of the account's score, which is read more often than the text", async () => {
  await showChallenge({ getChallenge: { ...detail, points: 250 } })
  screen.getByText('200 points')
})

test('the text is markdown, and its headings stand below the name', async () => {
  await showChallenge({ getChallenge: { ...detail, description: '# Way in\n\n*Softly.*' } })
  await screen.findByRole('heading', { level: 2, name: 'Way in' })
  expect(screen.getByText('Softly.').tagName).toBe('EM')
})

test('files can be downloaded, and only over the web', async () => {
  await showChallenge({ getChallenge: { ...detail, staticFilesArchiveUrl: '/v1/files/a.zip' } })
  const link = screen.getByRole('link', { name: 'Download the files' })
  expect(link.getAttribute('href')).toBe('/v1/files/a.zip')
  expect(link.hasAttribute('download')).toBe(true)
  cleanup()
  await showChallenge({ getChallenge: { ...detail, staticFilesArchiveUrl: 'javascript:alert(1)' } })
  expect(screen.queryByRole('link', { name: 'Download the files' })).toBe(null)
})

test('the files of the archive are listed with their sizes', async () => {
  const files = [
    { name: 'night.pcap', bytes: 1_234_567 },
    { name: 'README', bytes: 1 },
    { name: 'note.txt', bytes: 80 },
  ]
  await showChallenge({
    getChallenge: { ...detail, staticFilesArchiveUrl: '/v1/files/a.zip', files },
  })
  const items = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
  expect(items.map(item => item.textContent)).toEqual([
    'night.pcap1.23 MB',
    'README1 byte',
    'note.txt80 bytes',
  ])
  expect(within(items[0] as HTMLElement).getByText('night.pcap').translate).toBe(false)
})

test('a backend that does not list the files shows the archive alone', async () => {
  await showChallenge({ getChallenge: { ...detail, staticFilesArchiveUrl: '/v1/files/a.zip' } })
  expect(screen.queryByRole('list', { name: 'Files' })).toBe(null)
})

const locked: Server = {
  listChallenges: [
    {
      categorySlug: 'web',
      slug: 'login',
      name: 'Login',
      order: 1,
      difficulty: 'easy',
      requires: [
        { categorySlug: 'web', challengeSlug: 'shop' },
        { categorySlug: 'web', challengeSlug: 'door' },
      ],
    },
    { categorySlug: 'web', slug: 'shop', name: 'Shop', order: 2, difficulty: 'hard' },
    { categorySlug: 'web', slug: 'door', name: 'Door', order: 3, difficulty: 'hard' },
  ],
  getChallenge: no('REQUIREMENTS_NOT_MET'),
  getStats: {
    ...statsOf(),
    completedChallenges: [{ categorySlug: 'web', challengeSlug: 'door' }],
  },
}

test('a locked challenge links to what it needs, and marks what is solved', async () => {
  await showChallenge(locked)
  screen.getByRole('heading', { level: 1, name: 'Login' })
  expect(screen.getByText(/^Complete these challenges first\./).role).toBe('status')
  const links = within(screen.getByRole('region', { name: 'Locked' })).getAllByRole('link')
  expect(links.map(link => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/challenge/web/shop', 'Shop'],
    ['/challenge/web/door', 'Door'],
  ])
  expect(
    links.map(link => within(link).queryByRole('img', { name: 'Completed' }) !== null),
  ).toEqual([false, true])
  expect(screen.queryByRole('region', { name: 'Flag' })).toBe(null)
  expect(screen.queryByRole('region', { name: 'Environment' })).toBe(null)
})

test('a challenge that is unlocked meanwhile opens by itself', async () => {
  const { server, page, settle } = await showChallenge(locked)
  server.getChallenge = detail
  await act(async () => page().send({ type: 'stats.changed', stats: statsOf([], 2, 1) }))
  await settle()
  screen.getByText('Get in.')
  screen.getByRole('region', { name: 'Flag' })
  expect(screen.queryByRole('region', { name: 'Locked' })).toBe(null)
})

test('a challenge that does not exist says so', async () => {
  await showChallenge({ getChallenge: no('NOT_FOUND') })
  screen.getByRole('heading', { level: 1, name: 'Challenge not found' })
  screen.getByText('There is no such challenge.')
  expect(screen.queryByRole('region', { name: 'Flag' })).toBe(null)
})

test('who reads a challenge that turns out to be gone is at the heading that says so', async () => {
  const { server, page, settle } = await showChallenge()
  await userEvent.click(screen.getByRole('textbox', { name: 'Flag' }))
  server.getChallenge = no('NOT_FOUND')
  await act(async () => page().send({ type: 'challenge.retry' }))
  await settle()
  expect(document.activeElement?.textContent).toBe('Challenge not found')
})

test('the title of the tab says that there is no such challenge, and not its slug', async () => {
  await showApp({
    path: '/challenge/web/no-such-thing',
    server: { getChallenge: no('NOT_FOUND') },
  })
  await screen.findByRole('heading', { level: 1, name: 'Challenge not found' })
  expect(document.title).toBe('Challenge not found · Guidon')
})

test('at the address that it had before it was renamed, a challenge has its name in the title of the tab', async () => {
  const { server, app, settle } = await showApp({
    path: '/challenge/web/sign-in',
    server: { getChallenge: detail },
  })
  await screen.findByRole('heading', { level: 1, name: 'Login' })
  expect(document.title).toBe('Login · Guidon')
  server.getChallenge = { ...detail, name: 'Sign-on' }
  await act(async () => app.send({ type: 'news.came', topic: 'challenges' }))
  await settle()
  screen.getByRole('heading', { level: 1, name: 'Sign-on' })
  expect(document.title).toBe('Sign-on · Guidon')
})

test('a flag that was typed before a challenge was renamed is kept at its new name', async () => {
  sessionStorage.setItem('guidon.draft:web/sign-in', 'GUIDON{a}')
  await showApp({ path: '/challenge/web/sign-in', server: { getChallenge: detail } })
  await screen.findByRole('heading', { level: 1, name: 'Login' })
  expect(sessionStorage.getItem('guidon.draft:web/login')).toBe('GUIDON{a}')
})

test('a text that cannot be loaded says why, and can be asked for again', async () => {
  const { server, settle } = await showChallenge({ getChallenge: new Error('broken') })
  screen.getByText(/^Something went wrong on the server/)
  server.getChallenge = detail
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  await screen.findByText('Get in.')
})

test.each([true, false])('while offline, it says how old it is (environment: %s)', async has => {
  const { app } = await showChallenge({ getChallenge: { ...detail, hasEnvironment: has } })
  expect(screen.queryByText(/You are offline/)).toBe(null)
  const { network } = appChildren(app.getSnapshot())
  await act(async () => network.send({ type: 'request.failed', id: 1 }))
  screen.getByText(/You are offline. Last update:/)
})
