import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import MarkdownBody from '../../../src/ui/markdown/markdown-body.tsx'
import { isForeign, isOwnImage, safeLink } from '../../../src/ui/markdown/markdown-urls.ts'
import { onlyEntities } from '../../../src/ui/markdown/trusted-entities.ts'
import { createFakeApp } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

afterEach(cleanup)

// The buttons of code need it, if they are loaded already.
const { app } = createFakeApp()
beforeAll(async () => {
  await settled()
  await settled()
})

const show = (text: string, topHeading = 2) =>
  render(
    <I18nProvider i18n={i18n}>
      <AppProvider app={app}>
        <MarkdownBody text={text} topHeading={topHeading} />
      </AppProvider>
    </I18nProvider>,
  ).container

const attributes = (element: Element | null) =>
  element && Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]))

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  'blob:http://localhost/1',
])('a link to %s keeps its text and leads nowhere', url => {
  const container = show(`[text](<${url}>)`)
  expect([container.querySelector('a'), container.textContent]).toEqual([null, 'text'])
})

test.each(['java\nscript:alert(1)', '\u0001javascript:alert(1)', ' javascript:alert(1)', 'x:y'])(
  'a url that browsers read as code is refused however it is written: %j',
  url => {
    expect(safeLink(url)).toBe('')
  },
)

test.each([
  '\\\\tracker.example/a.png',
  '/\\tracker.example/a.png',
  'http:\\\\tracker.example/a.png',
])("a picture's address that leaves the site is foreign however it is written: %j", url => {
  expect([isForeign(url), isOwnImage(url)]).toEqual([true, false])
})

test('a link to another site opens a page that knows nothing of this one', () => {
  expect(attributes(show('[docs](https://docs.example/a)').querySelector('a'))).toEqual({
    href: 'https://docs.example/a',
    target: '_blank',
    rel: 'noopener noreferrer',
  })
})

test.each(['/scoreboard', '#part', 'mailto:help@example.org', 'http://localhost:3000/x'])(
  'a link to %s stays in the page',
  url => {
    expect(attributes(show(`[text](${url})`).querySelector('a'))).toEqual({ href: url })
  },
)

test('footnotes of two texts on a page lead to their own notes, and back', () => {
  const text = 'Read[^note].\n\n[^note]: All of it.'
  const { container } = render(
    <>
      <MarkdownBody text={text} topHeading={2} />
      <MarkdownBody text={text} topHeading={2} />
    </>,
  )
  const ids = Array.from(container.querySelectorAll('[id]'), ({ id }) => id)
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(4)
  const targets = Array.from(container.querySelectorAll('a'), link => link.hash.slice(1))
  expect(targets.map(decodeURIComponent).toSorted()).toEqual(ids.toSorted())
  expect(container.textContent).not.toContain('Footnotes')
})

test('no text gives an element a name, or an id, class or style of the page', () => {
  const container = show(
    [
      '# content',
      '## step {#content .shell style=color:red}',
      '```content sr-only\ncode\n```',
      '[^content]: note',
      'a[^content] [x](#content){name=location} <a name="cookie" id="content" class="x">y</a>',
      '| a |\n|:-:|\n| b |',
      '- [x] done',
    ].join('\n\n'),
  )
  // Earlier tests of this process may have loaded the button that copies code: it is the app's.
  for (const copy of container.querySelectorAll('pre + span')) copy.remove()
  const all = Array.from(container.querySelectorAll('*'))
  const values = (name: string) => all.flatMap(element => element.getAttribute(name) ?? [])
  expect(values('name')).toEqual([])
  expect(values('id').filter(id => !/^_r_(\w+_|.+fn(ref)?-content)$/.test(id))).toEqual([])
  expect(values('style').filter(style => style !== 'text-align: center;')).toEqual([])
  // Earlier tests of this process may have loaded the highlighter, which adds the first class.
  const ofCode = ['hljs', 'language-content']
  const ofLists = ['footnotes', 'data-footnote-backref', 'contains-task-list', 'task-list-item']
  const known = [...ofCode, ...ofLists]
  const classes = values('class').flatMap(value => value.split(' '))
  const ofApp = classes.filter(name => !known.includes(name))
  expect(ofApp.filter(name => !name.startsWith('_'))).toEqual([])
})

test('raw HTML shows as it was typed and makes no element', () => {
  const html = '<img src=x onerror=alert(1)><script>alert(1)</script><b>bold</b>'
  const container = show(`${html}\n\ntext <iframe src="/x"></iframe>`)
  expect(container.querySelector('img, script, b, iframe')).toBeNull()
  expect(container.textContent).toContain(html)
})

test('an HTML comment vanishes, and a br breaks the line', () => {
  const container = show('one<br>two <!-- three -->')
  expect(container.querySelectorAll('br')).toHaveLength(1)
  expect(container.textContent).not.toContain('three')
})

test.each([
  'https://tracker.example/pixel.png',
  '//tracker.example/pixel.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:http://localhost:3000/1',
  'javascript:alert(1)',
  'mailto:help@example.org',
])('a picture from %s is not fetched', url => {
  expect(show(`![what it shows](<${url}>)`).querySelector('img')).toBeNull()
})

test('a foreign picture becomes a link that one may follow', () => {
  const link = show('![map](https://pictures.example/map.png)').querySelector('a')
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([
    'map',
    'https://pictures.example/map.png',
  ])
})

test("the site's own picture is shown", () => {
  expect(show('![map](/files/map.png)').querySelector('img')?.getAttribute('src')).toBe(
    '/files/map.png',
  )
})

test.each([
  ['# a\n\n## b\n\n### c\n\n## d', 'H3 H4 H5 H4'],
  ['# a\n\n### b\n\n## c\n\n# d', 'H3 H4 H4 H3'],
  ['> ### a\n\n## b\n\ntext', 'H3 H3'],
  ['# a\n## b\n### c\n#### d\n##### e', 'H3 H4 H5 H6 H6'],
])('the headings of %j fit below those of its page, and none is skipped', (text, levels) => {
  const headings = show(text, 3).querySelectorAll(':is(h1,h2,h3,h4,h5,h6)')
  expect(Array.from(headings, heading => heading.tagName).join(' ')).toBe(levels)
})

test('until it is rendered, a text holds its place by itself, unseen and unread', async () => {
  // An earlier test may have loaded the renderer.
  vi.resetModules()
  const fresh = await import('../../../src/ui/markdown/markdown.tsx')
  const { container } = render(
    <fresh.Markdown text={'See [this](/a)\nor that.\n\n- a\n- b\n\n```\ncode\n```'} />,
  )
  const blocks = Array.from(container.querySelectorAll('p[aria-hidden=true]'))
  expect(blocks.map(block => block.textContent)).toEqual([
    'See [this](/a)\nor that.',
    '- a',
    '- b',
    '```\ncode\n```',
  ])
  expect(blocks.map(block => block.hasAttribute('data-keeps-lines'))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

test('tables and code that scroll sideways can be reached by keyboard', () => {
  const container = show('| a |\n|---|\n| b |\n\n```\ncode\n```')
  expect(container.querySelector('table')?.parentElement?.tabIndex).toBe(0)
  expect(container.querySelector('pre')?.tabIndex).toBe(0)
})

test('a list of tasks says which are done', () => {
  expect(show('- [x] one\n- [ ] two').querySelector('ul')?.textContent).toBe('\n☑  one\n☐  two\n')
})

test('only a character reference may become HTML where Trusted Types hold', () => {
  expect(onlyEntities('&rarr;')).toBe('&rarr;')
  for (const text of ['<b>', '&rarr;<b>', '&rarr', '&#60;', 'text'])
    expect(() => onlyEntities(text)).toThrow(TypeError)
})
