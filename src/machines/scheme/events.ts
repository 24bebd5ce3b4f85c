export const schemes = ['light', 'dark', 'system'] as const
export type Scheme = (typeof schemes)[number]

export type SchemeEvent = { type: 'scheme.changed'; scheme: Scheme }
