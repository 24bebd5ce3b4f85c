import { pages } from '../machines/navigation/pages.ts'

export const siteRoot = () => new URL(pages.home.path, location.origin).href

/** The identity provider returns to this address. */
export const redirectUri = () => new URL(pages.afterLoginRedirect.path, location.origin).href
