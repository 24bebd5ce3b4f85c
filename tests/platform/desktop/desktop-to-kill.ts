/** A platform with one desktop, for a test to kill: prints its data folder once the desktop runs. */
import '../../../platform/database/drizzle-modules.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { startDesktopServer } from './desktop-server.ts'

const server = await startDesktopServer()
const desktops = await server.open()
await desktops.create('alice')
while ((await desktops.get('alice')).status !== 'running') await delay(20)
process.stdout.write(server.dataFolder)
await new Promise(() => {})
