/**
 * A platform with one desktop, for a test to kill: prints its data folder once the desktop runs. The desktop has the
 * internet, if this host can give it.
 */
import '../../../platform/database/drizzle-modules.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { lease, startDesktopServer } from './desktop-server.ts'

const server = await startDesktopServer()
server.event.replace({ ...server.event.current, desktop: { ...lease, internet: true } })
const desktops = await server.open()
await desktops.create('alice')
while ((await desktops.get('alice')).status !== 'running') await delay(20)
process.stdout.write(server.dataFolder)
await new Promise(() => {})
