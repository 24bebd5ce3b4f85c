/** `plain`: where desktops cannot be isolated, they run all the same. */
export const isolations = ['required', 'plain'] as const
export type DesktopIsolation = (typeof isolations)[number]
