/**
 * Runs in a page. It finds which styles of elements would differ if the files of CSS stood in the opposite
 * order in the built style sheet: one line for each property that would change. None should, since the
 * order follows from the paths of files and from who imports whom.
 *
 * @param known which rules were compared before, together, on one element and at this width: they are
 * not compared again. One on each line, since a list takes the runner longer
 * @returns `compared`, to be known from now on
 */
export function whatDependsOnOrder(known: string) {
  const before = new Set(known.split('\n'))
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null)
  const rules = sheets.flatMap(({ cssRules }) => [...cssRules])
  /** The names of a CSS module's classes begin with a hash of its file (`scripts/build/class-names.ts`). */
  const fileOf = ({ cssText }: CSSRule) => /\b_(\w{3})[0-9a-z]/.exec(cssText)?.[1] ?? ''
  const files = Map.groupBy(rules, fileOf)
  const global = files.get('') ?? []
  const modules = [...files].filter(([file]) => file !== '').map(([, list]) => list)
  const text = (list: CSSRule[]) => list.map(({ cssText }) => cssText).join('\n')
  /** Makes the rules match as if everything were hovered, pressed and focused. */
  const touched = (css: string) =>
    css.replace(/:(hover|active|focus-visible|focus)(?![\w-])/g, ':not(._)')
  /** Whether it is computed from the layout, which depends on what the browser has drawn so far. */
  const isMeasured = (name: string) =>
    /^(inline-size|block-size|width|height|inset.*|grid-template.*|.*-origin)$/.test(name)

  interface Styled {
    readonly files: Set<string>
    readonly selectors: Set<string>
    readonly names: Set<string>
  }
  /** What the rules for an element set, or for its ::before and ::after. */
  const elements = new Map<Element, Styled>()
  for (const element of [...document.querySelectorAll('body, body *')].slice(0, 600))
    elements.set(element, {
      files: new Set(),
      selectors: new Set(),
      // If a positioned element has another size, these change, too.
      names: new Set(['right', 'bottom']),
    })
  function collect(file: string, list: Iterable<CSSRule>) {
    for (const rule of list) {
      if ('cssRules' in rule) collect(file, rule.cssRules as CSSRuleList)
      if (!('selectorText' in rule && 'style' in rule)) continue
      const names = [...(rule.style as CSSStyleDeclaration)].filter(name => !isMeasured(name))
      const selector = String(rule.selectorText).replace(/::(before|after)/g, ':is(*)')
      const likely = touched(selector)
      // A list takes the browser several times as long.
      const either = likely === selector ? selector : `${selector}, ${likely}`
      for (const element of document.querySelectorAll(either)) {
        const styled = elements.get(element)
        styled?.files.add(file)
        styled?.selectors.add(selector)
        for (const name of names) styled?.names.add(name)
      }
    }
  }
  for (const [file, list] of files) collect(file, list)
  /** The order matters only where several files style an element. An inherited style belongs to another element. */
  const contested = new Map<string, { element: Element; names: string[] }>()
  for (const [element, { files, selectors, names }] of elements) {
    const together = `${innerWidth} px: ${[...selectors].join(' ; ')}`
    if (files.size > 1 && !before.has(together))
      contested.set(together, { element, names: [...names] })
  }
  if (contested.size === 0) return { found: [], compared: [] }

  // The page's policy allows no element of style.
  const trial = new CSSStyleSheet()
  document.adoptedStyleSheets.push(trial)
  for (const sheet of sheets) sheet.disabled = true
  const looks = (css: string) => {
    trial.replaceSync(css)
    return [...contested.values()].flatMap(({ element, names }) =>
      [undefined, '::before', '::after'].map(part => {
        const computed = getComputedStyle(element, part)
        if (part && computed.content === 'none') return []
        return names.map(name => computed.getPropertyValue(name))
      }),
    )
  }
  const found = new Set<string>()
  for (const change of [(css: string) => css, touched]) {
    const before = looks(change(text([...global, ...modules.flat()])))
    const after = looks(change(text([...modules.toReversed().flat(), ...global])))
    const compared = [...contested.values()]
    for (const [index, values] of before.entries()) {
      const { element, names = [] } = compared[Math.floor(index / 3)] ?? {}
      for (const [place, name] of names.entries()) {
        const [one, other] = [values[place], after[index]?.[place]]
        if (one !== other)
          found.add(
            `${element?.tagName} .${element?.getAttribute('class')}: ${name}: ${one} or ${other}`,
          )
      }
    }
  }
  document.adoptedStyleSheets.pop()
  for (const sheet of sheets) sheet.disabled = false
  return { found: [...found], compared: [...contested.keys()] }
}
