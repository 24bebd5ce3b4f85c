/** Whether the header `if-none-match` or `if-match` lists this entity tag. */
export const listsTag = (header: string, tag: string): boolean =>
  header === tag || header.split(',').some(one => one.trim() === tag)
