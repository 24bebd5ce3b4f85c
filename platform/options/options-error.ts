/** An option has a wrong value. The message is one line. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}
