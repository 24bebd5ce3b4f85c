/** Joins class names; leaves out falsy ones. */
export const cx = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
