import { cleanup, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { Markdown } from '../../../src/ui/markdown/markdown.tsx'
import { findMath } from '../../../src/ui/markdown/math/find-math.ts'
import { mathOf } from '../../../src/ui/markdown/math/mathml.ts'
import { eventually } from '../../support/eventually.ts'
import { createAround } from './around.tsx'

afterEach(cleanup)

const texOf = (text: string) => findMath(text).formulas.map(({ tex }) => tex)

test.each([
  ['Find $x$.', ['x']],
  ['$a_1 * b_2 * c$ and $\\mathbb{Z}_p^*$', ['a_1 * b_2 * c', '\\mathbb{Z}_p^*']],
  ['$$\na \\\\\nb\n$$', ['a \\\\\nb']],
  ['inline $$x$$ too, ($y$)', ['x', 'y']],
  ['five \\$, $x \\$ y$', ['x \\$ y']],
])('%j has the formulas %j', (text, formulas) => {
  expect(texOf(text)).toEqual(formulas)
})

test.each([
  'It costs $5, or $10 for two.',
  'Between $5-$10.',
  'Set $HOME and $PATH.',
  'PATH=$HOME/$PATH',
  'US$5 (or AU$) now',
  '$ nc 10.0.0.2 4000\n$ ls',
  '\\$x\\$',
  '`$a` and `b$`',
  'a $ b $ c',
  '$$',
  '$$\n\n$$',
  '$$a\n\nb$$',
  'one $x\ny$ two',
])('%j has none: a dollar is also a currency, a prompt and a variable', text => {
  expect(findMath(text)).toEqual({ text, formulas: [] })
})

const show = async (text: string) => {
  const { container } = render(<Markdown text={text} />, { wrapper: await createAround() })
  await eventually(() => expect(container.querySelector('math, code')).toBeTruthy())
  return container
}

describe('in a text', () => {
  test('a formula is MathML, between the words or in a line of its own', async () => {
    const container = await show('The *sum* $a_1 * b_2 * c$ is\n\n$$\n\\frac{a}{b}\n$$')
    const [inline, block] = container.querySelectorAll('math')
    expect(inline?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
    expect(inline?.querySelectorAll('msub').length).toBe(2)
    expect(block?.getAttribute('display')).toBe('block')
    expect(block?.querySelector('mfrac')?.textContent).toBe('ab')
    expect(container.querySelectorAll('em').length).toBe(1)
  })

  test('code, links and pictures keep their dollars', async () => {
    const text = '`$x$` [a $y$](https://a.example/$z$)\n\n```\necho $x$\n```'
    const container = await show(text)
    expect(Array.from(container.querySelectorAll('code'), code => code.textContent)).toEqual([
      '$x$',
      'echo $x$\n',
    ])
    const link = container.querySelector('a')
    expect(link?.getAttribute('href')).toBe('https://a.example/$z$')
    expect(link?.querySelectorAll('math').length).toBe(1)
  })

  test('text that is not TeX stands as it was written', async () => {
    const container = await show('See $\\frac{a$ here.')
    expect(container.textContent).toContain('See $\\frac{a$ here.')
    expect(container.querySelector('math')).toBe(null)
  })
})

// jsdom knows no styles of MathML.
const shown = (tex: string) => renderToStaticMarkup(mathOf(tex, false))

test.each([
  '\\href{javascript:alert(1)}{x}',
  '\\includegraphics{https://a.example/x.png}',
  '\\class{shell}{x}',
  '\\id{content}{x}',
  '\\style{position:fixed}{x}',
  '\\data{a=b}{x}',
])('a formula leads nowhere, and brings nothing into the page: %s', tex => {
  expect(() => mathOf(tex, false)).toThrow()
})

test('a formula has the colours of the text around it, and no HTML', () => {
  expect(shown('\\color{red}{x}\\colorbox{red}{y}')).not.toMatch(/color|background|red/)
  expect(shown('\\ref{content}')).toBe('')
  expect(shown('\\text{<img src=x>}')).toContain('&lt;img')
})

test('a formula that expands without end, or is as high as the page, does not', () => {
  expect(() => mathOf('\\def\\a{\\a\\a}\\a', false)).toThrow()
  expect(shown('\\rule{9999em}{9999em}')).not.toContain('9999')
})

test('a formula that is too long is no formula', () => {
  expect(texOf(`$${'x'.repeat(1001)}$`)).toEqual([])
})
