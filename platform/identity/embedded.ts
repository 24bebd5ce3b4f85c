/** The path of the embedded provider below the platform's origin. */
export const mountPath = '/oidc'
/** What its users have in `users.issuer`. */
export const embeddedRealm = 'embedded'
