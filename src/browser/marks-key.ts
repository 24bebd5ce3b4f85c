/** Which announcements a user has read is kept below it, with the user's id behind it. */
export const MARKS = 'guidon.announcements:'
