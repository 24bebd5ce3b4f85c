export type Panel = 'clipboard' | 'keys' | 'picture' | 'help'

export type DesktopBarEvent =
  /** Pointer or focus came to the bar, or went away from it. */
  | { type: 'bar.enter' }
  | { type: 'bar.leave' }
  /** Show the bar for a moment. */
  | { type: 'bar.peek' }
  | { type: 'panel.open'; panel: Panel }
  | { type: 'panel.close' }
