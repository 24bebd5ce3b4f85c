/** Whether two texts are one to readers: `ö` may be one character or two (NFC and NFD of Unicode). */
export const isSameText = (one: string, other: string): boolean =>
  one.normalize('NFC') === other.normalize('NFC')
