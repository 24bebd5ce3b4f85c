const maxMs = 10_000

/**
 * Ends an open connection that only tested whether a service answers. A connection that is destroyed before everything
 * was read resets the other side, and simple services end when that happens.
 */
export function closeGently(socket) {
  const timer = setTimeout(() => socket.destroy(), maxMs).unref()
  socket.on('error', () => undefined)
  socket.once('close', () => clearTimeout(timer))
  socket.resume().end()
}
