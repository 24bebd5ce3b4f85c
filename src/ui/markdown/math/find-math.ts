/** A formula of a text. */
export interface FoundMath {
  /** The formula as it was written, with its dollars. */
  readonly source: string
  readonly tex: string
  readonly isBlock: boolean
}

/** Each formula is replaced by its index between these two, which mean nothing in Markdown. */
const [before, after] = ['\uE000', '\uE001']
export const placeholder = /\uE000(\d+)\uE001/

const MAX_CHARACTERS = 1000

/** A dollar may also be a price, a prompt or a variable. So a formula has no space at its ends, and no word beside them. */
const formula =
  /(?<![\\$])\$\$(?!\$)((?:\\[\s\S]|[^\\$`])+)\$\$(?!\$)|(?<![\\$\w])\$(?![\s$])((?:\\.|[^\\$`\n])+)(?<!\s)\$(?![\w$])/g

/** A formula ends with its paragraph, and has no mark of a quote. */
const otherBlock = /\n[ \t]*(?:\n|>)/

/** Takes the formulas out of a Markdown text before it is parsed: their `_`, `*` and `\` have another meaning. */
export function findMath(given: string): { text: string; formulas: readonly FoundMath[] } {
  const formulas: FoundMath[] = []
  if (!given.includes('$') || given.includes(before) || given.includes(after))
    return { text: given, formulas }
  const text = given.replace(formula, (source, block?: string, inline?: string) => {
    const tex = (block ?? inline ?? '').trim()
    if (tex === '' || tex.length > MAX_CHARACTERS || otherBlock.test(source)) return source
    formulas.push({ source, tex, isBlock: block !== undefined })
    return `${before}${formulas.length - 1}${after}`
  })
  return { text, formulas }
}
