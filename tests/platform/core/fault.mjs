// A test loads this into a platform: at a signal, it causes a rejection that nobody catches.
process.on('SIGUSR2', () => void Promise.reject(new Error('a rejection of the test')))
process.on('SIGWINCH', () => {
  throw new Error('an exception of the test')
})
