export type CopyEvent =
  /** Put a text on the clipboard. `id` names the button that asked, for which the confirmation is. */
  { type: 'copy.requested'; id: string; text: string }
