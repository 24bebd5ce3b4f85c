import { connect } from 'node:net'
import type { Endpoint } from '../../../src/api/contract.ts'
import { transportOf } from './engine.ts'

/** Docker's proxy takes connections for a service that does not listen yet, and drops them at once. */
const heldForMs = 200
const patienceMs = 2000

/** Whether something listens there. A UDP port cannot be asked: it counts as answering. */
export function answers({ ip, port, protocol }: Endpoint): Promise<boolean> {
  if (transportOf(protocol) === 'udp') return Promise.resolve(true)
  return new Promise(resolve => {
    const socket = connect({ host: ip === '0.0.0.0' ? '127.0.0.1' : ip, port })
    const verdict = (answering: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answering)
    }
    let timer = setTimeout(verdict, patienceMs, false)
    socket.on('connect', () => {
      clearTimeout(timer)
      timer = setTimeout(verdict, heldForMs, true)
    })
    socket.on('data', () => verdict(true))
    socket.on('error', () => verdict(false))
    socket.on('close', () => verdict(false))
  })
}
