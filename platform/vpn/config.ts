export interface TunnelConfig {
  privateKey: string
  /** The user's address in the tunnel. */
  ipv4Address: string
  serverPublicKey: string
  /** `host:port` */
  endpoint: string
  /** Networks behind the tunnel, as CIDRs. */
  routes: readonly string[]
}

/** The text of guidon.conf, for `wg-quick` and every WireGuard app. */
export function configText(config: TunnelConfig): string {
  return `[Interface]
PrivateKey = ${config.privateKey}
Address = ${config.ipv4Address}/32

[Peer]
PublicKey = ${config.serverPublicKey}
Endpoint = ${config.endpoint}
AllowedIPs = ${config.routes.join(', ')}
PersistentKeepalive = 25
`
}
