/** What keyboards and chats write in place of these characters while somebody types. */
const typographic: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/…/g, '...'],
]
/** One dash may stand for one or two hyphens: phones write `--` as an em dash. */
const dash = /[‐‑‒–—―−]/g

/** The text, and as it would be on a keyboard that changes no quotation marks, dashes and dots. */
export function asOnKeyboard(text: string): readonly string[] {
  const plain = typographic.reduce((result, [marks, key]) => result.replace(marks, key), text)
  return [...new Set([text, plain.replace(dash, '-'), plain.replace(dash, '--')])]
}
