/** The app's own name, which is also that of an event without details. */
export const ownName = 'Guidon'
