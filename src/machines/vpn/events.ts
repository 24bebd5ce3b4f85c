export type VpnEvent =
  /** Save the configuration as a file. */
  | { type: 'vpn.download' }
  /** Show the configuration as a code for a phone's camera. */
  | { type: 'vpn.showCode' }
  | { type: 'vpn.hideCode' }
