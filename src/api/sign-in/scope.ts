/** What a sign-in asks for if the page's configuration names nothing else. */
export const defaultScope = 'openid profile offline_access'
