/** `plain`: desktops run even where they cannot be isolated. */
export const isolations = ['required', 'plain'] as const
export type DesktopIsolation = (typeof isolations)[number]
