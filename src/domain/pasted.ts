/** A pasted text without spaces around it, and without invisible characters that come from chats. */
export const pasted = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()
