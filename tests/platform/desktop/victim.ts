/** A platform with one desktop, for a test to kill: prints its data folder once the desktop runs. */
import { setTimeout as pause } from 'node:timers/promises'
import { buildHouse } from './house.ts'

const house = await buildHouse()
const desktops = await house.open()
await desktops.create('alice')
while ((await desktops.get('alice')).status !== 'running') await pause(20)
process.stdout.write(house.dataFolder)
await new Promise(() => {})
