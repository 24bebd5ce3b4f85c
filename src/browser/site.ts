import { pages } from '../machines/navigation/pages.ts'

export const siteRoot = () => new URL(pages.home.path, location.origin).href

/** Where the identity provider returns to. */
export const redirectUri = () => new URL(pages.afterLoginRedirect.path, location.origin).href
