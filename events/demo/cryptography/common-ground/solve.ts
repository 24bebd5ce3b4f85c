import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flagIn, type Solve } from '../../solver.ts'
import { gcd, inverse, power } from './numbers.ts'

/** The moduli share a prime: it is their greatest common divisor. */
export const solve: Solve = async context => {
  const text = await readFile(join(context.filesFolder, 'orders.json'), 'utf8')
  const [first, second] = (JSON.parse(text) as Record<'n' | 'e' | 'c', string>[]).map(order => ({
    n: BigInt(`0x${order.n}`),
    e: BigInt(`0x${order.e}`),
    c: BigInt(`0x${order.c}`),
  }))
  if (!first || !second) throw new Error('orders.json holds less than two orders')
  const p = gcd(first.n, second.n)
  const q = first.n / p
  const m = power(first.c, inverse(first.e, (p - 1n) * (q - 1n)), first.n)
  return [flagIn(Buffer.from(m.toString(16), 'hex').toString(), context)]
}
