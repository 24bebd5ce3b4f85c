/** It is behind a router, like all of the internet, and it is also a neighbour by its other address. */
export const [far, neighbour, router] = ['198.51.100.7', '10.99.77.2', '10.99.77.1'] as const
/** Further addresses of the host: of the loopback interface, of one without a carrier, link-local. */
export const [looped, idle, linkLocal] = [
  '198.51.100.33',
  '198.51.100.34',
  '169.254.77.78',
] as const

/** Asks the host to run a script in a sandbox. */
export interface Run {
  readonly isAllowed: boolean
  readonly script: string
}

/** A line of the script, with the process of its sandbox. */
export interface Line {
  readonly line: string
  readonly sandbox: number
}

/** What the host says: once its networks are there, the port of its server; each line of a script; its end. */
export type Answer = { readonly port: number } | Line | 'ended'
