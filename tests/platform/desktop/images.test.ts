import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClipboardImages } from '../../../platform/desktop/clipboard/clipboard-images.ts'
import { createImages } from '../../../platform/desktop/clipboard/images.ts'
import { maxImageSize } from '../../../src/api/contract/desktop/files.ts'
import { eventually } from '../../support/eventually.ts'
import { png, pngChunk, pngHead, pngOf } from '../../support/png.ts'
import { hasPrograms } from '../../support/programs.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type DesktopServer, startDesktopServer } from './desktop-server.ts'
import { ticketOf } from './rfb.ts'
import { openDesktop } from './terminal.ts'

const canRun = hasPrograms('Xvnc', 'openbox', 'xterm', 'xclip')

describe.runIf(canRun)('images of the clipboard (needs Xvnc, openbox, xterm and xclip)', () => {
  const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
  let server: DesktopServer
  let desktops: Awaited<ReturnType<DesktopServer['open']>>
  let run: Awaited<ReturnType<typeof openDesktop>>
  let pass: string
  let base: string
  const picture = png({ width: 40, height: 30 })
  const passOf = async (ticket: string) => {
    const headers = { authorization: `Ticket ${ticket}` }
    const asked = await fetch(`${server.origin}/desktop/files/pass`, { method: 'POST', headers })
    return asked.ok ? ((await asked.json()) as { pass: string }).pass : null
  }
  const ask = (init: RequestInit = {}, shown = `Pass ${pass}`) =>
    fetch(`${server.origin}/desktop/files/image`, { ...init, headers: { authorization: shown } })
  const give = (body: Uint8Array) => ask({ method: 'PUT', body: new Uint8Array(body) })
  const errorOf = async (asked: Promise<Response>) => {
    const response = await asked
    const text = await response.text()
    return `${response.status} ${text.startsWith('{') ? JSON.parse(text).error : ''}`
  }
  const bytesOf = async (asked: Promise<Response>) => {
    const response = await asked
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    return Buffer.from(await response.arrayBuffer())
  }
  /** Sends a part of an image. Resolves when the platform waits for the rest. */
  async function begin() {
    for (;;) {
      const stop = new AbortController()
      const body = new ReadableStream({
        start: controller => controller.enqueue(new Uint8Array(picture.subarray(0, 40))),
      })
      const init = { method: 'PUT', body, signal: stop.signal, duplex: 'half' } as RequestInit
      const response = ask(init)
      // The test's own request may have come first. Then this one is refused.
      const isRefused = await Promise.race([
        response.then(
          () => true,
          () => true,
        ),
        eventually(async () => expect(await errorOf(ask())).toBe('429 tooMany')).then(() => false),
      ])
      if (!isRefused) return { response, cut: () => stop.abort() }
    }
  }
  /** A program of the player that owns the clipboard keeps running. */
  const own = (command: string) => run(`{ ${command}; } >/dev/null 2>&1 </dev/null`)

  beforeAll(async () => {
    server = await startDesktopServer(clock)
    desktops = await server.open({ accountOf: async () => 'hawks' })
    await desktops.create('alice')
    await eventually(async () => expect((await desktops.get('alice')).status).toBe('running'))
    const [row] = await server.database.db.query.desktops.findMany()
    base = join(server.dataFolder, 'desktops', row?.id ?? '')
    const { url } = await desktops.get('alice')
    pass = (await passOf(ticketOf(url))) ?? ''
    run = await openDesktop(server.origin, url ?? '', join(base, 'home'))
  })
  afterAll(() => server.close())

  test('a clipboard without an image has none', async () => {
    expect(await errorOf(ask())).toBe('204 ')
    await own('echo text | xclip -selection clipboard')
    expect(await errorOf(ask())).toBe('204 ')
  })

  test('an image comes in, is what programs paste, and goes out', async () => {
    expect((await give(picture)).status).toBe(204)
    const seen = await run('xclip -selection clipboard -t image/png -o | sha256sum; echo')
    const sum = await crypto.subtle.digest('SHA-256', new Uint8Array(picture))
    expect(seen.slice(0, 64)).toBe(Buffer.from(sum).toString('hex'))
    expect(await bytesOf(ask())).toEqual(picture)
  })

  test('nothing but its picture goes either way', async () => {
    const [head, pixels, end] = [
      picture.subarray(8, 33),
      picture.subarray(33, -12),
      pngChunk('IEND'),
    ]
    const secret = pngChunk('tEXt', Buffer.from('Comment\0a secret'))
    expect((await give(pngOf(head, secret, pixels, end))).status).toBe(204)
    expect(await run('xclip -selection clipboard -t image/png -o | grep -c secret')).toBe('0\n')
  })

  test('a picture that is no PNG, too large or cut off changes nothing', async () => {
    expect((await give(picture)).status).toBe(204)
    expect(await errorOf(give(Buffer.from('<svg onload=alert(1)>')))).toBe('415 notPng')
    expect(await errorOf(give(picture.subarray(0, -1)))).toBe('415 notPng')
    expect(await errorOf(ask({ method: 'PUT' }))).toBe('415 notPng')
    const large = Buffer.concat([picture, Buffer.alloc(maxImageSize)])
    expect(await errorOf(give(large))).toBe('413 tooLarge')
    const bomb = pngOf(pngHead({ width: 60_000, height: 60_000 }), pngChunk('IEND'))
    expect(await errorOf(give(bomb))).toBe('415 notPng')
    expect(await bytesOf(ask())).toEqual(picture)
  })

  test('one that is announced and does not come gives its place back', async () => {
    const { cut } = await begin()
    cut()
    await eventually(async () => expect((await give(picture)).status).toBe(204))
  })

  test('of two at once, the second one is refused and has to wait', async () => {
    const responses = await Promise.all([give(picture), give(picture)])
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 429])
  })

  test('a program that has the clipboard and never answers is not waited for', async () => {
    expect((await give(picture)).status).toBe(204)
    await own('pkill -STOP xclip')
    expect(await errorOf(ask())).toBe('504 silent')
    await own('pkill -KILL xclip')
    expect((await give(picture)).status).toBe(204)
  })

  test('a program that says it has an image, and has another thing, is found out', async () => {
    await own('yes | head -c 30000000 | xclip -selection clipboard -t image/png')
    expect(await errorOf(ask())).toBe('413 tooLarge')
    await own('echo "<script>" | xclip -selection clipboard -t image/png')
    expect(await errorOf(ask())).toBe('415 notPng')
  })

  test('files that a player puts in the way harm nobody', async () => {
    // In the folder that platform and session share.
    await run(`cd "\${XAUTHORITY%/*}"; ln -s /etc/passwd x.out; mkfifo y.out; cd
      (end=$(($(date +%s) + 8)); cd "\${XAUTHORITY%/*}"
      while [ $(date +%s) -lt $end ]; do for i in *.in; do [ -e "\${i%.in}.out" ] || ln -s /etc/passwd "\${i%.in}.out"; done; done
      ) >/dev/null 2>&1 </dev/null &`)
    const response = await give(picture)
    expect([204, 504]).toContain(response.status)
  }, 60_000)

  test('nothing of it is left in the folders', async () => {
    expect(await readdir(join(base, 'uploads'))).toEqual([])
    const left = await readdir(join(base, 'run'))
    expect(left.filter(name => /\.(in|part)$/.test(name))).toEqual([])
  })

  test('a watcher gets no image, and gives none', async () => {
    const bob = { userId: 'bob', name: 'Bob' }
    const owner = new WebSocket(`${server.origin.replace('http', 'ws')}/desktop/socket`, [
      'guidon.desktop',
      ticketOf((await desktops.get('alice')).url),
    ])
    const link = await new Promise<string>(resolve => {
      owner.onopen = () => owner.send('sharing.begin')
      owner.onmessage = ({ data }) => {
        if (typeof data === 'string' && data.includes('#view=')) resolve(JSON.parse(data).link)
      }
    })
    const view = await desktops.openView(link.split('#view=')[1] ?? '', bob)
    const ticket = ticketOf(view?.url ?? null)
    expect(await passOf(ticket)).toBeNull()
    expect(await errorOf(ask({}, `Pass ${ticket}`))).toBe('401 refused')
    expect(await errorOf(ask({ method: 'PUT' }, `Ticket ${ticket}`))).toBe('401 refused')
    expect(await errorOf(ask({}, ''))).toBe('401 refused')
    owner.close()
  })

  test('other methods are refused', async () => {
    for (const method of ['POST', 'DELETE']) expect((await ask({ method })).status).toBe(405)
  })

  test('a desktop that ends ends what is on its way', async () => {
    const { response } = await begin()
    await desktops.stop('alice')
    expect(await errorOf(response)).toBe('404 notRunning')
  })
})

describe('images on their way', () => {
  const picture = png({ width: 40, height: 30 })
  const noImage: ClipboardImages = { give: async () => {}, take: async () => null }
  const put = (body: AsyncIterator<Uint8Array> | null, length?: number) => ({
    method: 'PUT',
    url: new URL('http://x/desktop/files/image'),
    address: 'local',
    body,
    header: (name: string) => (name === 'content-length' ? length?.toString() : undefined),
  })
  async function* sending(bytes: Uint8Array, then: () => void) {
    yield bytes
    then()
    await new Promise(() => {})
  }

  test('one that takes longer than two minutes is given up, and one of another desktop comes in meanwhile', async () => {
    const clock = createSimulatedClock(0)
    const images = createImages(clock)
    const { promise: waits, resolve } = Promise.withResolvers<void>()
    const slow = images.answer('one', noImage, put(sending(picture.subarray(0, 40), resolve)))
    const refused = expect(slow).rejects.toMatchObject({ code: 'invalid' })
    await waits
    const whole = async function* () {
      yield picture
    }
    expect((await images.answer('two', noImage, put(whole()))).status).toBe(204)
    await expect(images.answer('one', noImage, put(whole()))).rejects.toMatchObject({
      code: 'tooMany',
    })
    clock.advance(120_000)
    await refused
    expect((await images.answer('one', noImage, put(whole()))).status).toBe(204)
  })

  test('one that is announced as too large is refused before it comes', async () => {
    const unread = sending(picture.subarray(0, 40), () => expect.unreachable())
    const images = createImages(createSimulatedClock(0))
    const answer = images.answer('one', noImage, put(unread, maxImageSize + 1))
    await expect(answer).rejects.toMatchObject({ code: 'tooLarge' })
  })

  test('one whose length is not announced is read no further than it may be long', async () => {
    const large = (async function* () {
      yield picture
      yield Buffer.alloc(maxImageSize)
      expect.unreachable()
    })()
    const answer = createImages(createSimulatedClock(0)).answer('one', noImage, put(large))
    await expect(answer).rejects.toMatchObject({ code: 'tooLarge' })
  })
})
