const letters =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November ' +
  'Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu'
const digits = 'Zero Wun Too Tree Fower Fife Six Seven Ait Niner'

/** The spoken word for each character. */
export const spoken = new Map([
  ...letters.split(' ').map(word => [word[0] ?? '', word] as const),
  ...digits.split(' ').map((word, digit) => [String(digit), word] as const),
])
