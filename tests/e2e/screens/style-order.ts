/**
 * Runs in a page. What the styles of an element would be if the files of CSS stood in the opposite
 * order in the built style sheet: one line for each property that would change. None should, since the
 * order follows from the paths of files and from who imports whom.
 */
export function whatDependsOnOrder(): string[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null)
  const rules = sheets.flatMap(({ cssRules }) => [...cssRules])
  const properties = new Set<string>()
  /** Resolved from the layout, which differs by what the browser has drawn so far. */
  const isMeasured = (name: string) =>
    /^(inline-size|block-size|width|height|inset.*|grid-template.*|.*-origin)$/.test(name)
  const collect = (list: Iterable<CSSRule>) => {
    for (const rule of list) {
      const names = 'style' in rule ? [...(rule.style as CSSStyleDeclaration)] : []
      for (const name of names) if (!isMeasured(name)) properties.add(name)
      if ('cssRules' in rule) collect(rule.cssRules as CSSRuleList)
    }
  }
  collect(rules)

  /** The names of a CSS module's classes begin with a hash of its file (`scripts/build/class-names.ts`). */
  const fileOf = ({ cssText }: CSSRule) => /\b_(\w{3})[0-9a-z]/.exec(cssText)?.[1] ?? ''
  const files = Map.groupBy(rules, fileOf)
  const global = files.get('') ?? []
  files.delete('')
  const modules = [...files.values()]
  const text = (list: CSSRule[]) => list.map(({ cssText }) => cssText).join('\n')
  /** As if everything were hovered, pressed and focused. */
  const touched = (css: string) => css.replace(/:(hover|active|focus-visible|focus)\b/g, ':not(._)')

  const elements = [...document.querySelectorAll('body, body *')].slice(0, 600)
  // The page's policy allows no element of style.
  const trial = new CSSStyleSheet()
  document.adoptedStyleSheets.push(trial)
  for (const sheet of sheets) sheet.disabled = true
  const looks = (css: string) => {
    trial.replaceSync(css)
    return elements.flatMap(element =>
      [undefined, '::before', '::after'].map(part => {
        const computed = getComputedStyle(element, part)
        if (part && computed.content === 'none') return []
        return [...properties].map(name => computed.getPropertyValue(name))
      }),
    )
  }
  const found = new Set<string>()
  for (const change of [(css: string) => css, touched]) {
    const before = looks(change(text([...global, ...modules.flat()])))
    const after = looks(change(text([...modules.toReversed().flat(), ...global])))
    for (const [index, values] of before.entries()) {
      for (const [place, name] of [...properties].entries()) {
        const [one, other] = [values[place], after[index]?.[place]]
        const element = elements[Math.floor(index / 3)]
        if (one !== other)
          found.add(
            `${element?.tagName} .${element?.getAttribute('class')}: ${name}: ${one} or ${other}`,
          )
      }
    }
  }
  document.adoptedStyleSheets.pop()
  for (const sheet of sheets) sheet.disabled = false
  return [...found]
}
