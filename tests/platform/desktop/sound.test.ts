import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { whyNoSound } from '../../../platform/desktop/sound/why-no-sound.ts'
import { eventually } from '../../support/eventually.ts'
import { hasPrograms } from '../../support/programs.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type DesktopServer, lease, startDesktopServer } from './desktop-server.ts'
import { openSocket, ticketOf } from './rfb.ts'
import { openDesktop } from './terminal.ts'
import { waveOf } from './wave.ts'

const programs = ['Xvnc', 'openbox', 'xterm', 'paplay']
const canRun = hasPrograms(...programs) && !(await whyNoSound())

/** Connects to our socket before sound.py does, and writes something that is not a packet of it. */
const impostor = `import glob, os, socket
os.chdir(os.path.dirname(os.environ['XAUTHORITY']))
while True:
    for name in glob.glob('*-*.sock'):
        taker = socket.socket(socket.AF_UNIX)
        try:
            taker.connect(name)
            taker.sendall(bytes(2) + b'\\xff' * 1000)
            print('taken')
            raise SystemExit
        except OSError:
            pass
`

describe.runIf(canRun)('sound of a desktop (needs Xvnc, openbox, xterm and pulseaudio)', () => {
  const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
  let server: DesktopServer
  let desktops: Awaited<ReturnType<DesktopServer['open']>>
  let run: Awaited<ReturnType<typeof openDesktop>>
  let base: string
  const pages: WebSocket[] = []

  /** Opens a page. Returns also what it receives. */
  async function open(ticket?: string) {
    const { url } = await desktops.get('alice')
    const page = openSocket(server.origin, ticket ?? ticketOf(url))
    pages.push(page)
    const news: string[] = []
    const packets: Buffer[] = []
    let isNext = false
    page.on('message', (data: Buffer, isBinary) => {
      const text = isBinary ? '' : data.toString()
      if (isNext) packets.push(data)
      isNext = text === '~'
      if (text.startsWith('{"sound"')) news.push(JSON.parse(text).sound)
    })
    await eventually(() => expect(news).toEqual(['off']))
    const listen = () => page.send('sound.begin')
    const expectNews = (last: string) => eventually(() => expect(news.at(-1)).toBe(last))
    return { page, news, packets, listen, expectNews }
  }
  /** How many processes of the desktop record. */
  const recordings = async () => Number(await run(`pgrep -fc '[s]ound.py .*-.*sock'; echo`))
  const play = () => run('paplay tone.wav && echo played')
  const pass = () => clock.advance(2000)
  /** Waits until the platform knows that nobody listens, and two seconds more. */
  const rest = () =>
    eventually(async () => {
      pass()
      expect(await recordings()).toBe(0)
    })

  beforeAll(async () => {
    server = await startDesktopServer(clock)
    server.event.replace({ ...server.event.current, desktop: { ...lease, sound: true } })
    desktops = await server.open({ accountOf: async () => 'hawks' })
    await desktops.create('alice')
    await eventually(async () => expect((await desktops.get('alice')).status).toBe('running'))
    const [row] = await server.database.db.query.desktops.findMany()
    base = join(server.dataFolder, 'desktops', row?.id ?? '')
    await writeFile(join(base, 'home', 'tone.wav'), waveOf({ hertz: 440, seconds: 1 }))
    await writeFile(join(base, 'home', 'silence.wav'), waveOf({ hertz: 0, seconds: 1 }))
    await writeFile(join(base, 'home', 'impostor.py'), impostor)
    const { url } = await desktops.get('alice')
    run = await openDesktop(server.origin, url ?? '', join(base, 'home'))
    await run('until pactl info; do sleep 0.1; done')
  })
  afterEach(async () => {
    for (const page of pages.splice(0)) page.terminate()
  })
  afterAll(() => server.close())

  test('the sound of a program comes as packets of 20 ms, and silence as nothing', async () => {
    const { listen, expectNews, packets } = await open()
    expect(await recordings()).toBe(0)
    listen()
    await expectNews('on')
    expect(await recordings()).toBe(1)
    expect(packets).toEqual([])
    expect(await play()).toBe('played\n')
    expect(await run('paplay silence.wav && echo played')).toBe('played\n')
    let length = 0
    await eventually(async () => {
      length = packets.length
      await recordings()
      expect(packets.length).toBe(length)
    })
    // One second, and the fade-out at the end. With the silence, there would be 50 more.
    expect(length).toBeGreaterThanOrEqual(45)
    expect(length).toBeLessThan(80)
    const bytes = packets.reduce((sum, packet) => sum + packet.length, 0)
    expect(bytes / packets.length).toBeLessThan(400)
  })

  test('a page that does not listen any more gets nothing', async () => {
    const [one, other] = [await open(), await open()]
    for (const { listen, expectNews } of [one, other]) {
      listen()
      await expectNews('on')
    }
    one.page.send('sound.end')
    await play()
    await eventually(() => expect(other.packets.length).toBeGreaterThan(40))
    expect(one.packets).toEqual([])
  })

  test('a hundred starts and stops leave one recording, and none two seconds later', async () => {
    const { page, listen, expectNews } = await open()
    for (let at = 0; at < 100; at++) {
      listen()
      page.send('sound.end')
    }
    listen()
    await expectNews('on')
    expect(await recordings()).toBe(1)
    page.terminate()
    await rest()
  })

  test('a recording or a sound server that is killed is reported, and comes again', async () => {
    const { listen, expectNews } = await open()
    for (const victim of ['-f [s]ound.py', 'pulseaudio']) {
      listen()
      await expectNews('on')
      await run(`pkill -KILL ${victim}`)
      await expectNews('failed')
      pass()
    }
    await run('until pactl info; do sleep 0.1; done')
    listen()
    await expectNews('on')
  })

  test('a program that takes the place of the recording gets no further', async () => {
    await rest()
    await run('pkill -STOP pulseaudio; python3 impostor.py >taken 2>&1 </dev/null &')
    const { page, listen, expectNews } = await open()
    listen()
    await expectNews('failed')
    expect(await run('pkill -CONT pulseaudio; cat taken')).toBe('taken\n')
    expect(page.readyState).toBe(page.OPEN)
    pass()
  })

  test('watchers hear it, too', async () => {
    const owner = await open()
    const link = new Promise<string>(resolve =>
      owner.page.on('message', data => {
        const text = data.toString()
        if (text.includes('#view=')) resolve(JSON.parse(text).link)
      }),
    )
    owner.page.send('sharing.begin')
    const bob = { userId: 'bob', name: 'Bob' }
    const view = await desktops.openView((await link).split('#view=')[1] ?? '', bob)
    const { listen, expectNews, packets } = await open(ticketOf(view?.url ?? null))
    listen()
    await expectNews('on')
    await play()
    await eventually(() => expect(packets.length).toBeGreaterThan(40))
    owner.page.send('sharing.end')
  })

  test('nothing of it is left in the folders', async () => {
    const left = await readdir(join(base, 'run'))
    expect(left.filter(name => /-.*\.sock$/.test(name))).toEqual([])
  })

  test('a desktop that stops ends the recording', async () => {
    const { page, listen, expectNews } = await open()
    listen()
    await expectNews('on')
    const closed = new Promise(resolve => page.once('close', resolve))
    await desktops.stop('alice')
    expect(await closed).toBe(4410)
  })
})
