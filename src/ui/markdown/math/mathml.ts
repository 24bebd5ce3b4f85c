import { createElement, type ReactNode } from 'react'
import temml from 'temml'
import css from './math.module.css'

/** A part of the tree that Temml builds. */
interface Tree {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly classes?: readonly string[]
  readonly style?: Readonly<Record<string, string>>
  readonly children?: readonly Tree[]
}

/** All elements, attributes and styles that a formula may bring into the page. None of them leads anywhere. */
const elements = new Set([
  ...['math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace', 'mfrac', 'msqrt', 'mroot', 'mstyle'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts'],
  ...['mtable', 'mtr', 'mtd', 'mpadded', 'mphantom', 'menclose'],
])
const attributes = new Set([
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'linethickness', 'notation'],
  ...['width', 'height', 'depth', 'voffset', 'lspace', 'rspace', 'minsize', 'maxsize'],
  ...['fence', 'form', 'separator', 'stretchy', 'symmetric', 'largeop', 'movablelimits'],
  ...['accent', 'accentunder', 'rowspan', 'columnspan'],
])
const styles = new Set(['padding', 'paddingLeft', 'paddingRight', 'fontWeight', 'border'])
const classes: Readonly<Record<string, string | undefined>> = {
  'tml-left': css.left,
  'tml-right': css.right,
  'tml-cancel': css.cancel,
  upstrike: css.upstrike,
  'tml-overline': css.overline,
}

/** The largest sizes of rules and spaces, in em. */
const largest: [number, number] = [20, 20]

/** The elements of a formula. Throws if it is not valid TeX, or uses something that is not allowed here. */
export function mathOf(tex: string, isBlock: boolean): ReactNode {
  return viewOf(
    temml.__renderToMathMLTree(tex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxSize: largest,
    }) as Tree,
  )
}

function viewOf({ type, text, attributes: given = {}, ...tree }: Tree, key?: number): ReactNode {
  if (text !== undefined) return text
  const children = tree.children?.map(viewOf) ?? []
  // A part of the tree without an element of its own.
  if (!type) return children
  if (!elements.has(type)) throw new Error(`A formula has no element ${type}.`)
  const kept = Object.entries(given).filter(([name]) => attributes.has(name))
  const style = Object.entries(tree.style ?? {}).filter(([name]) => styles.has(name))
  const className = tree.classes?.flatMap(name => classes[name] ?? []).join(' ')
  const props = {
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
    ...(key !== undefined && { key }),
    ...(style.length > 0 && { style: Object.fromEntries(style) }),
    ...(className && { className }),
  }
  return createElement(type, props, ...children)
}
