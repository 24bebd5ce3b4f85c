export interface SessionClient {
  readonly oidcIssuerUrl: string
  readonly oidcClientId: string
}

/** The key under which oidc-client-ts stores what checks the provider's answer with this state. */
export const signInStateKey = (state: string | null) => `oidc.${state}`

/** The key under which oidc-client-ts stores the session of this tab. */
export const storedSessionKey = ({ oidcIssuerUrl, oidcClientId }: SessionClient) =>
  `oidc.user:${oidcIssuerUrl.trim()}:${oidcClientId.trim()}`
