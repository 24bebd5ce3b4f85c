/** A sentence of the requirements, with the section that it is in. */
export interface SpecSentence {
  readonly section: string
  readonly text: string
}

/** The sentences of `docs/spec-coverage.md` that a rule of a machine proves, by the machine's id. */
export function specSentences(markdown: string): ReadonlyMap<string, readonly SpecSentence[]> {
  const found = new Map<string, SpecSentence[]>()
  let section = ''
  for (const line of markdown.split('\n')) {
    section = /^## (\d+)/.exec(line)?.[1] ?? section
    const [, text = '', tests = ''] = /^\| (.+?) \| (`tests\/.*) \|$/.exec(line) ?? []
    const ids = [...tests.matchAll(/`tests\/machines\/([a-z-]+)\//g)].map(([, id = '']) => id)
    for (const id of new Set(ids)) {
      found.set(id, [...(found.get(id) ?? []), { section, text: text.replaceAll('\\|', '|') }])
    }
  }
  return found
}
