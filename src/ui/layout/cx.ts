/** Joins class names; what is falsy is left out. */
export const cx = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
