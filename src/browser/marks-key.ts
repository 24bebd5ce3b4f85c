/** The beginning of the key for the announcements that a user has read. The user's id follows it. */
export const MARKS = 'guidon.announcements:'
