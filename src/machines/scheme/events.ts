import type { Scheme } from './scheme.ts'

export type SchemeEvent = { type: 'scheme.changed'; scheme: Scheme }
