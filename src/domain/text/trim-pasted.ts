/** What a user pasted, without spaces around it, and without the invisible characters that come along from a chat. */
export const trimPasted = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()
