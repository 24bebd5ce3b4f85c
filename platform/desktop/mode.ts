/**
 * What runs desktops: processes of this host that must be isolated, processes even where they cannot be, or
 * containers of an engine.
 */
export const desktopModes = ['required', 'plain', 'docker'] as const
export type DesktopMode = (typeof desktopModes)[number]
