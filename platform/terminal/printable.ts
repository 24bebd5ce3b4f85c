/** Control characters, and characters that are invisible, or that reverse or break a line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

const escaped = (character: string) =>
  [...character]
    .flatMap(one => Array.from({ length: one.length }, (_, at) => one.charCodeAt(at)))
    .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')

/** Changes a text of somebody else so that it cannot affect a terminal or the text around it. */
export const printable = (text: string): string => text.replace(unprintable, escaped)

/** JSON that a terminal can show. */
export const printableJson = (data: unknown): string =>
  JSON.stringify(data, null, 2).replace(unprintable, one => (one === '\n' ? one : escaped(one)))
