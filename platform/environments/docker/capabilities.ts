/**
 * What ordinary images need: to give files to a user (nginx), to become that user (Apache, su), to listen
 * below port 1024, to end their own programs. `no-new-privileges` applies, too.
 */
export const defaultCapabilities = [
  ...['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'SETGID', 'SETUID', 'NET_BIND_SERVICE'],
]
