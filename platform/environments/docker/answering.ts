import { connect } from 'node:net'
import type { Endpoint } from '../../../src/api/contract.ts'
import { transportOf } from './engine.ts'

/** Docker's proxy accepts connections for a service that does not listen yet, and closes them at once. */
const openForMs = 200
const timeoutMs = 2000

/** Whether a service listens there. A UDP port cannot be tested: it counts as answering. */
export function answers({ ip, port, protocol }: Endpoint): Promise<boolean> {
  if (transportOf(protocol) === 'udp') return Promise.resolve(true)
  return new Promise(resolve => {
    const socket = connect({ host: ip === '0.0.0.0' ? '127.0.0.1' : ip, port })
    const settle = (answering: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answering)
    }
    let timer = setTimeout(settle, timeoutMs, false)
    socket.on('connect', () => {
      clearTimeout(timer)
      timer = setTimeout(settle, openForMs, true)
    })
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
