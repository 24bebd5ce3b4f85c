import type { Socket } from 'node:net'

export function closeGently(socket: Socket): void
