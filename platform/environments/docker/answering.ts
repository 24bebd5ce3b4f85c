import { connect } from 'node:net'
import { closeGently } from '../../runtime/close-gently.mjs'
import type { Target } from '../driver.ts'
import { transportOf } from './engine.ts'

/**
 * Docker's proxy accepts connections for a service that does not listen yet, and closes them at once. A
 * service that fails for each connection (`su` without rights, a missing program) closes them soon.
 */
const openForMs = 1000
const timeoutMs = 2000

/**
 * Whether a service answers there: it sends something, or keeps the connection open. A web server is sent a
 * request. A UDP port cannot be tested: it counts as answering.
 */
export function answers(protocol: string, { host, port }: Target): Promise<boolean> {
  if (transportOf(protocol) === 'udp') return Promise.resolve(true)
  return new Promise(resolve => {
    const socket = connect({ host, port })
    const settle = (answering: boolean) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      if (answering) closeGently(socket)
      else socket.destroy()
      resolve(answering)
    }
    let timer = setTimeout(settle, timeoutMs, false)
    socket.on('connect', () => {
      clearTimeout(timer)
      const isWeb = protocol === 'http'
      if (isWeb) socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      timer = setTimeout(settle, isWeb ? timeoutMs : openForMs, true)
    })
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
