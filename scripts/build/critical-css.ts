import { type CustomAtRules, type SelectorComponent, transform, type Visitor } from 'lightningcss'

const classes = /\.(-?[a-z_][\w-]*)/gi
const properties = /(?<![\w-])(--[\w-]+)\s*:/g
const keyframes = /@keyframes ([\w-]+)/g

/** What the user does, or opens. Until the app is there, its page is inert, and nothing in it is open. */
const actions = ['hover', 'active', 'modal', 'popover-open', 'backdrop', 'selection']

/** Leaves out the rules for actions, for print, and for elements that contain what the page lacks. */
const onlyApplicable = (used: ReadonlySet<string>): Visitor<CustomAtRules> => ({
  Selector: selector =>
    selector.some(part => ('kind' in part && actions.includes(part.kind)) || lacksChild(part, used))
      ? []
      : undefined,
  Rule: {
    media: ({ value: { query } }) =>
      query.mediaQueries.every(({ mediaType }) => mediaType === 'print') ? [] : undefined,
  },
})

/** Whether it asks, by `:has()`, only for elements of classes that the page does not use. */
const lacksChild = (part: SelectorComponent, used: ReadonlySet<string>): boolean =>
  part.type === 'pseudo-class' &&
  part.kind === 'has' &&
  part.selectors.every(sought => sought.some(one => one.type === 'class' && !used.has(one.name)))

/**
 * The rules of a style sheet that this HTML needs on a screen, while it is inert. Rules for element names always stay.
 */
export function criticalCss(css: string, html: string): string {
  const used = new Set(
    [...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  const unusedClasses = namesIn(css, classes).filter(name => !used.has(name))
  let rules = without(css, unusedClasses, onlyApplicable(used))
  // Some are used only by others that are removed.
  for (let before = ''; before !== rules; ) {
    before = rules
    rules = without(rules, unusedIn(rules))
  }
  return rules
}

/** Custom properties and key frames that no rule uses. */
function unusedIn(css: string): string[] {
  return [
    ...namesIn(css, properties).filter(name => !css.includes(`var(${name}`)),
    ...namesIn(css, keyframes).filter(name => css.split(name).length === 2),
  ]
}

const namesIn = (css: string, pattern: RegExp) => [
  ...new Set([...css.matchAll(pattern)].map(([, name = '']) => name)),
]

function without(css: string, unusedSymbols: string[], visitor: Visitor<CustomAtRules> = {}) {
  const { code } = transform({
    filename: 'critical.css',
    code: Buffer.from(css),
    minify: true,
    unusedSymbols,
    visitor,
  })
  return code.toString()
}
