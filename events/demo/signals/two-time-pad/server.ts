/** The cipher machine. Its flaw: each message of a conversation starts again at the pad's beginning. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const { PORT = '4000', HOST = '127.0.0.1', FLAG = 'GUIDON{no-flag-here}' } = process.env
const padLength = 256
const order = `Order of the day: carry the colours at the head of the column. ${FLAG}`

createServer(socket => {
  socket.setTimeout(120_000, () => socket.destroy())
  const pad = randomBytes(padLength)
  const encipher = (text: string) =>
    Buffer.from(Buffer.from(text, 'latin1').map((byte, at) => byte ^ (pad[at] ?? 0))).toString(
      'hex',
    )

  socket.write(`MACHINE: order of the day: ${encipher(order)}\n`)
  socket.write(`MACHINE: send a line of up to ${padLength} characters\n`)
  socket.setEncoding('latin1')
  const lines = createInterface({ input: socket })
  for (const source of [socket, lines]) source.on('error', () => socket.destroy())
  lines.on('line', line => {
    if (!socket.writable) return
    socket.write(
      line.length > padLength
        ? 'MACHINE: the pad is not that long\n'
        : `MACHINE: ${encipher(line)}\n`,
    )
  })
}).listen(Number(PORT), HOST)
