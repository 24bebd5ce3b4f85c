import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DesktopServer, startDesktopServer } from '../platform/desktop/desktop-server.ts'
import { refusalOf, ticketOf, type Viewer, view } from '../platform/desktop/rfb.ts'
import { typeUntil } from '../platform/desktop/terminal.ts'
import { eventually } from '../support/eventually.ts'
import { hasPrograms } from '../support/programs.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'

const canRun = hasPrograms('Xvnc', 'openbox', 'xterm', 'xclip')

describe.runIf(canRun)('watching a desktop (needs Xvnc, openbox, xterm and xclip)', () => {
  const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
  let server: DesktopServer
  let desktops: Awaited<ReturnType<DesktopServer['open']>>
  /** The account of each user. */
  const account = new Map([
    ['alice', 'hawks'],
    ['bob', 'hawks'],
  ])
  const open: Viewer[] = []
  const keep = async (viewer: Promise<Viewer>) => {
    open.push(await viewer)
    return viewer
  }
  const own = async () => keep(view(server.origin, ticketOf((await desktops.get('alice')).url)))
  const bob = { userId: 'bob', name: 'Bob' }
  const pageOf = async (token: string, watcher = bob) =>
    (await desktops.openView(token, watcher))?.url ?? null
  const watch = async (token: string) => keep(view(server.origin, ticketOf(await pageOf(token))))

  /** Shares the desktop; resolves with the token. */
  async function share(owner: Viewer): Promise<string> {
    owner.command('sharing.begin')
    return eventually(async () => {
      const token = owner.announced.at(-1)?.link?.split('#view=')[1] ?? ''
      expect(await pageOf(token)).not.toBeNull()
      return token
    })
  }
  const linkOf = (token: string) => `${server.origin}/flugzeug#view=${token}`
  const closeAll = () => Promise.all(open.splice(0).map(viewer => viewer.close()))
  const isRunning = async () => expect((await desktops.get('alice')).status).toBe('running')

  beforeAll(async () => {
    server = await startDesktopServer(clock)
    desktops = await server.open({ accountOf: async userId => account.get(userId) ?? null })
    await desktops.create('alice')
    await eventually(isRunning)
  })
  afterAll(async () => {
    await closeAll()
    await server.close()
  })

  test('nobody watches a desktop that is not shared', async () => {
    for (const token of ['', 'none', 'null']) expect(await pageOf(token)).toBeNull()
  })

  test('the owner sees who watches, and until when', async () => {
    const owner = await own()
    const token = await share(owner)
    expect(token).toMatch(/^[\w-]{32}$/)
    const watcher = await watch(token)
    await eventually(() =>
      expect(owner.announced.at(-1)).toEqual({ link: linkOf(token), watchers: ['Bob'] }),
    )
    // The same for a page that comes later.
    const second = await own()
    await eventually(() =>
      expect(second.announced).toEqual([{ link: linkOf(token), watchers: ['Bob'] }]),
    )
    await watcher.close()
    await eventually(() =>
      expect(owner.announced.at(-1)).toEqual({ link: linkOf(token), watchers: [] }),
    )
    expect(watcher.announced).toEqual([])
    await closeAll()
  })

  test('a watcher types nothing, sends no clipboard, and shares or ends nothing', async () => {
    const owner = await own()
    const token = await share(owner)
    const watcher = await watch(token)
    watcher.type('echo typed by a watcher\n')
    watcher.command('sharing.end')
    // It comes back as an echo, since it is not a command of a watcher.
    expect(await watcher.echo('1')).toBe('sharing.end')
    const proof = `${Math.random()}`.slice(2)
    const [row] = await server.database.db.query.desktops.findMany()
    const file = `${server.dataFolder}/desktops/${row?.id}/home/proof`
    await typeUntil(owner, `(fc -ln -5; echo ${proof}) >proof\n`, async () =>
      expect(await readFile(file, 'utf8')).toMatch(proof),
    )
    expect(await readFile(file, 'utf8')).not.toMatch('watcher')
    expect(await pageOf(token)).not.toBeNull()
    await closeAll()
  })

  test('a watcher that sends what is not a picture request is cut, and nobody else', async () => {
    const owner = await own()
    const watcher = await watch(await share(owner))
    watcher.send(Buffer.from([99]))
    expect(await watcher.closed).toBe(4400)
    await owner.echo('1')
    await closeAll()
  })

  test('a text that is copied in the desktop reaches no watcher', async () => {
    const owner = await own()
    const watcher = await watch(await share(owner))
    // Raw is the only encoding, so that the received bytes can be searched.
    const encodings = Buffer.from([2, 0, 0, 1, 0, 0, 0, 0])
    owner.send(encodings)
    watcher.send(encodings)
    const secret = `secret-${Math.random()}`
    await typeUntil(owner, `printf ${secret} | xclip -selection clipboard\n`, async () =>
      expect(owner.received().includes(secret)).toBe(true),
    )
    await watcher.echo('2')
    expect(watcher.received().includes(secret)).toBe(false)
    await closeAll()
  })

  test('the end of sharing closes the pages of watchers, and their tickets and the link are void', async () => {
    const owner = await own()
    const token = await share(owner)
    const ticket = ticketOf(await pageOf(token))
    const watcher = await watch(token)
    owner.command('sharing.end')
    expect(await watcher.closed).toBe(4401)
    expect(await refusalOf(server.origin, ticket)).toBe(401)
    await eventually(async () => expect(await pageOf(token)).toBeNull())
    await eventually(() => expect(owner.announced.at(-1)).toEqual({ link: null, watchers: [] }))
    // A new link differs from the old one, and the old ticket does not open it.
    expect(await share(owner)).not.toBe(token)
    expect(await refusalOf(server.origin, ticket)).toBe(401)
    await closeAll()
  })

  test('a user who does not play for the account gets nothing, nor does one who has left it', async () => {
    const owner = await own()
    const token = await share(owner)
    expect(await pageOf(token, { userId: 'mallory', name: 'Bob' })).toBeNull()
    const ticket = ticketOf(await pageOf(token))
    const watcher = await watch(token)
    account.set('bob', 'owls')
    server.publish('user.changed', 'bob')
    expect(await watcher.closed).toBe(4401)
    expect(await refusalOf(server.origin, ticket)).toBe(401)
    account.set('bob', 'hawks')
    await closeAll()
  })

  test('the ticket of a watcher gets no pass for files, and is void after a minute', async () => {
    const owner = await own()
    const ticket = ticketOf(await pageOf(await share(owner)))
    const response = await fetch(`${server.origin}/desktop/files/pass`, {
      method: 'POST',
      headers: { authorization: `Ticket ${ticket}` },
    })
    expect(response.status).toBe(401)
    clock.advance(61_000)
    expect(await refusalOf(server.origin, ticket)).toBe(401)
    await closeAll()
  })

  test('many watchers close the oldest of them, and no page of the owner', async () => {
    const owner = await own()
    const token = await share(owner)
    const watchers: Viewer[] = []
    for (let count = 0; count < 9; count++) watchers.push(await watch(token))
    expect(await watchers[0]?.closed).toBe(4410)
    await owner.echo('1')
    await watchers.at(-1)?.echo('1')
    await closeAll()
  })

  test('a desktop that stops is not shared any more, also not when it starts again', async () => {
    const owner = await own()
    const token = await share(owner)
    const watcher = await watch(token)
    await desktops.stop('alice')
    expect(await watcher.closed).toBe(4410)
    expect(await pageOf(token)).toBeNull()
    await eventually(async () => expect((await desktops.get('alice')).status).toBe('stopped'))
    await desktops.start('alice')
    await eventually(isRunning)
    expect(await pageOf(token)).toBeNull()
    await closeAll()
  })
})
