export type CopyEvent =
  /** Put a text on the clipboard. `id` names the button, which shows the confirmation. */
  { type: 'copy.requested'; id: string; text: string }
