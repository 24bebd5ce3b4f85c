/** The resource of which a sandbox used too much. */
export type Excess = 'memory' | 'processes' | 'disk'
