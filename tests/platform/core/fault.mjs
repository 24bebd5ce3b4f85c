// Loaded into a platform by a test: at a signal, something that nobody catches.
process.on('SIGUSR2', () => void Promise.reject(new Error('a rejection of the test')))
process.on('SIGWINCH', () => {
  throw new Error('an exception of the test')
})
