export type VpnEvent =
  /** Saves the configuration as a file. */
  | { type: 'vpn.download' }
  /** Shows the configuration as a code for a phone's camera. */
  | { type: 'vpn.showCode' }
  | { type: 'vpn.hideCode' }
