export interface SessionClient {
  readonly oidcIssuerUrl: string
  readonly oidcClientId: string
}

/** Where oidc-client-ts keeps what checks the provider's answer with this state. */
export const signInStateKey = (state: string | null) => `oidc.${state}`

/** Where oidc-client-ts keeps the session of this tab. */
export const storedSessionKey = ({ oidcIssuerUrl, oidcClientId }: SessionClient) =>
  `oidc.user:${oidcIssuerUrl.trim()}:${oidcClientId.trim()}`
