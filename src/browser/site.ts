import { paths } from '../machines/navigation/pages.ts'

export const siteRoot = () => new URL(paths.home, location.origin).href

/** Where the identity provider returns to. */
export const redirectUri = () => new URL(paths.afterLoginRedirect, location.origin).href
