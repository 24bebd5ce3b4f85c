import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Desktops } from '../../../platform/desktop/desktops.ts'
import type { DesktopDriver } from '../../../platform/desktop/driver.ts'
import { createLocalFiles } from '../../../platform/desktop/files/local-files.ts'
import { eventually } from '../../support/eventually.ts'
import { type DesktopServer, startDesktopServer } from './desktop-server.ts'
import { ticketOf } from './rfb.ts'

type Init = RequestInit & { duplex?: 'half' }

const homeMb = 32

/** The driver of a scene's desktops, and the folder of their files on this host. */
interface FilesDriver {
  driver: DesktopDriver
  home(id: string): string
  uploads(id: string): string
  close(): Promise<void>
}

/** Desktops that are only folders: tests of files need no display. */
function createFolders(root: string, images: DesktopDriver['imagesOf']): FilesDriver {
  const at = (id: string, name: string) => join(root, id, name)
  const driver: DesktopDriver = {
    name: 'folders',
    provision: async id => void (await mkdir(at(id, 'home'), { recursive: true })),
    async start(id) {
      await rm(at(id, 'uploads'), { recursive: true, force: true })
      await mkdir(at(id, 'uploads'))
    },
    stop: async () => {},
    forwardPorts: async () => {},
    setScale: async () => {},
    remove: id => rm(join(root, id), { recursive: true, force: true }),
    connect: async () => new Socket(),
    filesOf: id =>
      createLocalFiles({
        home: at(id, 'home'),
        uploads: at(id, 'uploads'),
        homeMb,
        fileMb: homeMb,
      }),
    imagesOf: id => images(id),
    watch: () => () => {},
    clear: async () => {},
  }
  return {
    driver,
    home: id => at(id, 'home'),
    uploads: id => at(id, 'uploads'),
    close: async () => {},
  }
}

/** Names of containers on the engine begin with it. */
export const filesPlatform = `files-${randomUUID().slice(0, 8)}`

async function createContainers(root: string): Promise<FilesDriver> {
  const { createDesktopContainers } = await import('../docker/desktop-containers.ts')
  const limits = { memoryMb: 512, homeMb }
  const { driver, home, close } = await createDesktopContainers(filesPlatform, root, limits)
  return { driver, home, uploads: id => join(home(id), '.uploads'), close }
}

/** Desktops are containers if `GUIDON_DESKTOPS` says so. */
export async function startFilesScene(
  images: DesktopDriver['imagesOf'] = () => {
    throw new Error('not in this test')
  },
) {
  const root = await mkdtemp(join(tmpdir(), 'guidon-files-'))
  const open = process.env.GUIDON_DESKTOPS === 'docker' ? createContainers : createFolders
  const { driver, ...places } = await open(root, images)
  const server: DesktopServer = await startDesktopServer()
  const signedOut = new Set<string>()
  const onSignOut: ((grantId: string) => void)[] = []
  const desktops: Desktops = await server.open({
    driver,
    revocations: {
      isRevoked: grantId => signedOut.has(grantId),
      onRevoked: listener => void onSignOut.push(listener),
    },
  })

  const users: string[] = []

  /** The running desktop of a user, and a page of it. */
  async function desktopOf(user: string) {
    await desktops.create(user)
    users.push(user)
    await eventually(async () => {
      if ((await desktops.get(user)).status !== 'running') throw new Error('not yet')
    })
    const [row] = await server.database.db.query.desktops
      .findMany()
      .then(rows => rows.filter(one => one.userId === user))
    const id = row?.id ?? ''
    return { ...(await pageOf(user)), id, home: places.home(id), uploads: places.uploads(id) }
  }

  /** A page of the user's desktop, by a sign-in of its own, and the calls that it makes for files. */
  async function pageOf(user: string, grantId?: string) {
    const { url } = await desktops.get(user, grantId)
    const asked = await fetch(`${server.origin}/desktop/files/pass`, {
      method: 'POST',
      headers: { authorization: `Ticket ${ticketOf(url)}` },
    })
    const { pass } = (await asked.json()) as { pass: string }
    const call = (path: string, { headers, ...init }: Init = {}) =>
      fetch(`${server.origin}/desktop/files/${path}`, {
        ...init,
        headers: { authorization: `Pass ${pass}`, ...headers },
      })
    const ask = async (path: string, init?: Init) => {
      const response = await call(path, init)
      const text = await response.text()
      return { status: response.status, ...(text && JSON.parse(text)) }
    }
    return {
      pass,
      call,
      ask,
      url,
      /** Sends a part; without `body`: an empty one. */
      put: (upload: string, name: string, size: number, offset: number, body: BodyInit = '') =>
        ask(
          `upload?${new URLSearchParams({ id: upload, name, size: `${size}`, offset: `${offset}` })}`,
          {
            method: 'PUT',
            body,
          },
        ),
      state: (upload: string, name: string, size: number) =>
        ask(`upload?${new URLSearchParams({ id: upload, name, size: `${size}` })}`),
    }
  }

  return {
    server,
    desktops,
    root,
    desktopOf,
    pageOf,
    signOut(grantId: string) {
      signedOut.add(grantId)
      for (const tell of onSignOut) tell(grantId)
    },
    async close() {
      for (const user of users) await desktops.reset(user)
      await server.close()
      await places.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type FilesScene = Awaited<ReturnType<typeof startFilesScene>>
export type FilesDesktop = Awaited<ReturnType<FilesScene['desktopOf']>>
