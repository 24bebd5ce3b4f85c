export type PanelName = 'clipboard' | 'files' | 'keys' | 'picture' | 'sharing' | 'help'

export type DesktopBarEvent =
  /** Pointer or focus entered the bar, or left it. */
  | { type: 'bar.entered' }
  | { type: 'bar.left' }
  /** Show the bar for a moment. */
  | { type: 'bar.peek' }
  | { type: 'panel.open'; panel: PanelName }
  | { type: 'panel.close' }
