import type { Socket } from 'node:net'
import { isLoopback, networkOf, plainAddress } from './addresses.ts'

export interface ConnectionLimits {
  /** Connections at once. */
  total: number
  /** How many of them one IPv4 address, or one /64 of IPv6, may have. */
  perAddress: number
  /** Addresses without their own limit: proxies, through which all participants come. */
  isExempt(address: string): boolean
}

/** What the database, the environments and the desktops need beside connections. */
const ownFiles = 256
/** With fewer files, the platform does not start. */
export const minOpenFiles = 512

/**
 * As many connections as this process may open files, without the files that it needs itself. A desktop's
 * page needs a second file for its display. One address may have a quarter of them: a school shares one
 * address, but no single host may use all.
 */
export function connectionLimits(
  openFiles: number,
  isExempt: ConnectionLimits['isExempt'],
): ConnectionLimits {
  const total = Math.floor((openFiles - ownFiles) / 2)
  return { total, perAddress: Math.ceil(total / 4), isExempt }
}

/** The rest of the connections is for calls, files and desktops. */
export const maxStreams = (openFiles: number) =>
  Math.floor(connectionLimits(openFiles, () => false).total * 0.6)

/** Requests to environments at once: each takes a connection to its environment, too. */
export const maxForwarded = (openFiles: number) =>
  Math.floor(connectionLimits(openFiles, () => false).total * 0.2)

/**
 * Files that are read at once while they are sent: as many as connections, with the same share for each address. By
 * HTTP/2, one connection can ask for a hundred, and read none.
 */
export const readingLimits = (openFiles: number) => connectionLimits(openFiles, isLoopback)

/** Counts what each address has open. */
function createCount({ perAddress, isExempt }: Omit<ConnectionLimits, 'total'>) {
  const counts = new Map<string, number>()
  return {
    /** @returns what to call when it is closed; null: its address may not have this one, too */
    add(address: string): (() => void) | null {
      if (isExempt(address)) return () => {}
      const network = networkOf(address)
      const count = counts.get(network) ?? 0
      if (count >= perAddress) return null
      counts.set(network, count + 1)
      return () => {
        const left = (counts.get(network) ?? 1) - 1
        if (left > 0) counts.set(network, left)
        else counts.delete(network)
      }
    },
  }
}

/** Counts the open connections of each address. */
export function createConnectionCount(limits: ConnectionLimits) {
  const count = createCount(limits)
  return {
    /** Whether its address may have this one, too. If so, it counts until it closes. */
    admit(socket: Socket): boolean {
      const close = count.add(plainAddress(socket.remoteAddress ?? ''))
      if (close) socket.once('close', close)
      return close !== null
    },
  }
}

/**
 * How many requests by HTTP/2 one address may have under way, for each connection that it may have. A single connection
 * can have a hundred. If its client reads nothing, each of them keeps 12 KB.
 */
const requestsPerConnection = 4

/** Counts the requests by HTTP/2 that are under way. */
export const createRequestCount = ({ perAddress, isExempt }: ConnectionLimits) =>
  createCount({ perAddress: requestsPerConnection * perAddress, isExempt })

/** Counts the replies that are read while they are sent. */
export function createReadingCount(limits: ConnectionLimits) {
  const count = createCount(limits)
  let all = 0
  return {
    /** @returns what to call when it is sent; null: there are too many, in all or of its address */
    add(address: string): (() => void) | null {
      const close = all < limits.total ? count.add(address) : null
      if (!close) return null
      all++
      return () => {
        all--
        close()
      }
    },
  }
}

/** If the system does not say: what nearly every system allows. */
const defaultLimit = 1024

/** How many files this process may open. */
export function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: Limits }
  const soft = userLimits?.open_files?.soft
  if (soft === 'unlimited') return 2 ** 20
  return Number(soft) || defaultLimit
}

interface Limits {
  open_files?: { soft: number | string }
}
