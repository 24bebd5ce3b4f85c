/** A text in the quotes of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A text as one word of a shell, in quotes if it needs them. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : quoted(text)
