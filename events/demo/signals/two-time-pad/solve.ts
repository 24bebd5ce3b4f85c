import { flagIn, type Solve, talk } from '../../solver.ts'

/** A line of known letters reveals the pad, and the pad reveals the order. */
export const solve: Solve = async context => {
  const machine = await talk(context)
  const order = hexIn(await machine.line())
  await machine.line()
  machine.say('A'.repeat(order.length))
  const known = hexIn(await machine.line())
  machine.socket.destroy()
  return [flagIn(order.map((byte, at) => byte ^ (known[at] ?? 0) ^ 0x41).toString(), context)]
}

const hexIn = (line: string) => Buffer.from(/([0-9a-f]+)$/.exec(line)?.[1] ?? '', 'hex')
