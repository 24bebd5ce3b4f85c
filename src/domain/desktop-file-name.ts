/** A file's name from a desktop, without characters that are not shown or that turn the text around. */
export const visibleName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
