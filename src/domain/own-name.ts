/** The app's own name. An event without details has it, too. */
export const ownName = 'Guidon'
