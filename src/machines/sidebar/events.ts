export type SidebarEvent =
  | { type: 'sidebar.filtered'; filter: string }
  /** Hide the challenges that are completed, or show them again. */
  | { type: 'sidebar.solvedToggled' }
