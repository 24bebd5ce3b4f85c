/** The server of the internet is behind the router. By its other address, it is also a neighbour. */
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

/** What the host sends: the port of its server when its networks are ready, each line of a script, and its end. */
export type Answer = { readonly port: number } | Line | 'ended'
