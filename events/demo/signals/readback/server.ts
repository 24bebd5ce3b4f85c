/** The tower: spells call signs and wants them read back, faster than anyone can type. */
import { randomInt } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { spoken } from './alphabet.ts'

const { PORT = '4000', HOST = '127.0.0.1', FLAG = 'GUIDON{no-flag-here}' } = process.env
const rounds = 30
const limitMs = 20_000
const signs = [...spoken.keys()]

createServer(socket => {
  socket.on('error', () => socket.destroy())
  conversation(socket).catch(() => socket.destroy())
}).listen(Number(PORT), HOST)

async function conversation(socket: Socket) {
  const say = (text: string) => void (socket.writable && socket.write(`${text}\n`))
  const overtime = setTimeout(() => {
    say('TOWER: Too slow. Frequency closed.')
    socket.destroySoon()
  }, limitMs)
  socket.on('close', () => clearTimeout(overtime))

  say(`TOWER: Guidon Field, read back ${rounds} call signs in ${limitMs / 1000} seconds.`)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  for (let round = 1; round <= rounds; round++) {
    const sign = Array.from({ length: 5 }, () => signs[randomInt(signs.length)] ?? 'A')
    say(`TOWER: ${sign.map(one => spoken.get(one)).join(' ')}`)
    const { value, done } = await lines.next()
    if (done) return
    if (value.trim().toUpperCase() !== sign.join('')) {
      say(`TOWER: Negative, that was ${sign.join('')}. Listen, then speak.`)
      socket.destroySoon()
      return
    }
  }
  say(`TOWER: Readback correct, cleared for take-off: ${FLAG}`)
  socket.destroySoon()
}
