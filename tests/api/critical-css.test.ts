import { expect, test } from 'vitest'
import { criticalCss } from '../../scripts/build/critical-css.ts'

const critical = (css: string) => criticalCss(css, '<p class="a b">x</p><p class="c"></p>')

test('the rules of elements and of used classes stay, in their order', () => {
  const css = 'p{margin:0}.a{color:red}.c>p{color:#00f}@media (width>=64rem){.b{display:none}}'
  expect(critical(css)).toBe(css)
})

test('a rule is left out if the page lacks a class of each of its selectors', () => {
  expect(critical('.a,.x{color:red}')).toBe('.a,.x{color:red}')
  expect(critical('.a .x{color:red}.x{color:red}@media (width>=64rem){.x{color:red}}')).toBe('')
})

test('custom properties and key frames go with the last rule that uses them', () => {
  const css =
    ':root{--a:red;--b:var(--a);--c:#00f}.x{color:var(--b);animation:1s spin}.a{color:var(--c)}@keyframes spin{to{opacity:0}}'
  expect(critical(css)).toBe(':root{--c:#00f}.a{color:var(--c)}')
})

test('a scheme that the browser chooses is kept as it is', () => {
  const css = ':root{--a:light-dark(#fff,#000)}.a{color:var(--a)}'
  expect(critical(css)).toBe(css)
})

test('rules for what a user does or opens, and for paper, are left out', () => {
  const css =
    '.a:hover,.b{color:red}.b:active,::selection{color:#00f}.c:popover-open{color:red}.c::backdrop{color:red}' +
    '@media print{p{color:red}}.a:not(:hover){color:#00f}'
  expect(critical(css)).toBe('.b{color:red}.a:not(:hover){color:#00f}')
})

test('a rule for an element that has what the page lacks is left out', () => {
  const css =
    'html:has(.x p,.y){color:red}p:has(.a){color:red}.b:has(.x,.a){margin:0}i:has(b){margin:1px}'
  expect(critical(css)).toBe(css.slice(css.indexOf('}') + 1))
})
