/** The column `status` of submissions, and the status of an answer to one. */
export const submissionStatus = { accepted: 1, rejected: 2, resubmitted: 3 } as const
