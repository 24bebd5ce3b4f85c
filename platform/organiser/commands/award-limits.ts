export const maxReasonLength = 500
/** What one award may give or take. */
export const maxAwardPoints = 1_000_000
/** No reason has these, since participants read it as one line of plain text. */
export const notInReason = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
