/** Writes orders.json with new keys: `node make.ts`. */
import { generatePrimeSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { power } from './numbers.ts'

const text = 'To both squadrons: the password of the day is GUIDON{two_squadrons_one_prime}'
const m = BigInt(`0x${Buffer.from(text).toString('hex')}`)
const prime = () => generatePrimeSync(512, { bigint: true })
const shared = prime()
const e = 65537n

const orders = ['First squadron', 'Second squadron'].map(squadron => {
  const n = shared * prime()
  return { squadron, n: n.toString(16), e: e.toString(16), c: power(m, e, n).toString(16) }
})
writeFileSync(join(import.meta.dirname, 'orders.json'), `${JSON.stringify(orders, null, 2)}\n`)
