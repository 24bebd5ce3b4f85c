import { trimPasted } from '../../domain/text/trim-pasted.ts'

/**
 * Whether a text has the form of a flag (spec §1): the prefix, and in braces an id, perhaps with a
 * proof. `partial`: it may become one.
 */
export function flagForm(text: string, prefix: string): 'empty' | 'flag' | 'partial' | 'other' {
  const flag = trimPasted(text)
  if (flag === '') return 'empty'
  const start = `${prefix}{`
  if (start.startsWith(flag)) return 'partial'
  if (!flag.startsWith(start)) return 'other'
  const inside = flag.slice(start.length)
  if (/^[\w!-]+(::[\w+/=-]+)?\}$/.test(inside)) return 'flag'
  return /^[\w!-]*(:|::[\w+/=-]*)?$/.test(inside) ? 'partial' : 'other'
}

/** An example of a flag. */
export const flagExample = (prefix: string) => `${prefix}{…}`
