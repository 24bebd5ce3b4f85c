/** The scope of a sign-in, if the page's configuration names none. */
export const defaultScope = 'openid profile offline_access'
