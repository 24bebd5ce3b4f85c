/** What the platform needs cannot be had; its message is one line for whoever started it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
