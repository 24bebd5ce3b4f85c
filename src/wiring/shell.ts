import { buildMachine } from '../machines/build/machine.ts'
import { copyMachine } from '../machines/copy/machine.ts'
import { localeMachine } from '../machines/locale/machine.ts'
import { paletteMachine } from '../machines/palette/machine.ts'
import { schemeMachine } from '../machines/scheme/machine.ts'
import { sidebarMachine } from '../machines/sidebar/machine.ts'
import type { Tools } from './tools.ts'

/** Machines that ask only the browser. */
export const wireShell = ({ callback, device }: Tools) => ({
  navigation: callback(device.navigation),
  build: buildMachine.provide({
    actors: {
      partFailures: callback(device.partFailures),
      findNewerBuild: device.findNewerBuild,
      reloadFor: device.reloadFor,
    },
  }),
  locale: localeMachine.provide({ actors: { activate: device.activateLocale } }),
  scheme: schemeMachine.provide({ actors: { apply: device.applyScheme } }),
  sidebar: sidebarMachine.provide({
    actors: {
      restorePreferences: device.restorePreferences,
      storePreferences: device.storePreferences,
    },
  }),
  palette: paletteMachine.provide({ actors: { shortcut: callback(device.shortcut) } }),
  copy: copyMachine.provide({ actors: { writeClipboard: device.writeClipboard } }),
})
