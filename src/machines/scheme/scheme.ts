export const schemes = ['light', 'dark', 'system'] as const
export type Scheme = (typeof schemes)[number]

/** The scheme in a stored text, or that of the device. */
export const schemeIn = (stored: string | null): Scheme =>
  schemes.find(scheme => scheme === stored) ?? 'system'
