/** The name of a desktop's file, without invisible characters and those that reverse the text. */
export const visibleName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
