export type DialogName = 'vpn' | 'discord' | 'terms' | 'debug'

export type DialogsEvent =
  /** Open a dialog, in place of the one that is open. */
  { type: 'dialog.open'; dialog: DialogName } | { type: 'dialog.close' }
