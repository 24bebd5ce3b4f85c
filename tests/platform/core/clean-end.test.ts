import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { canRunDesktops, startLivePlatform } from '../../attacks/live/live-platform.ts'
import { ticketOf, view } from '../desktop/rfb.ts'

test.runIf(canRunDesktops)(
  'with a page of a desktop open, SIGTERM ends everything in order (needs Xvnc)',
  async () => {
    const { origin, data, child, ended, call, desktopBecomes, close } = await startLivePlatform({
      args: [],
    })
    try {
      await call('POST', '/v1/user/flugzeug')
      const { url } = await desktopBecomes('running')
      const viewer = await view(origin, ticketOf(url))
      child.kill('SIGTERM')
      const { code, err } = await ended
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(await viewer.closed).toBe(4410)
      // The desktop ended before the database, and the folder was released last.
      expect(await readdir(data)).not.toContain('lock')
    } finally {
      await close()
    }
  },
)
