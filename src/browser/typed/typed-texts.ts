/** How the keys begin under which the tab keeps what a user typed and has not sent. */
export const TYPED = 'guidon.draft'
