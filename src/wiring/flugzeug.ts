import type { Client } from '../api/client/client.ts'
import { viewStore } from '../browser/opened-links.ts'
import { desktopViewMachine, sharedDesktopResource } from '../machines/desktop-view/machine.ts'
import {
  createRefusals,
  extendRefusals,
  extendRules,
  statusRefusals,
  statusRules,
} from '../machines/flugzeug/changes.ts'
import { flugzeugMachine } from '../machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../machines/flugzeug/setup.ts'
import { desktopFrame, viewFrame } from '../remote-desktop/frame.ts'
import { change } from './change.ts'
import { orNull, type Tools } from './tools.ts'

export const wireFlugzeug = ({ clientIn, resource, linkResource, callback, device }: Tools) =>
  flugzeugMachine.provide({
    actors: {
      desktopFrame: callback(device.desktopFrame ?? desktopFrame),
      desktopView: desktopViewMachine.provide({
        actors: {
          viewStore: callback(device.viewStore ?? viewStore),
          viewFrame: callback(device.viewFrame ?? viewFrame),
          sharedDesktop: linkResource(sharedDesktopResource, async (client, { token }, signal) => {
            const expect = ['NOT_FOUND'] as const
            return orNull(await client('getDesktopView', { params: { token }, signal, expect }))
          }),
        },
      }),
      remoteDesktop: resource(remoteDesktopResource, fetchFlugzeug),
      createFlugzeug: change(
        clientIn,
        statusRules,
        client => client('createFlugzeug', { expect: createRefusals }),
        checkFlugzeug,
      ),
      startFlugzeug: change(clientIn, statusRules, callOf('startFlugzeug'), checkFlugzeug),
      stopFlugzeug: change(clientIn, statusRules, callOf('stopFlugzeug'), checkFlugzeug),
      resetFlugzeug: change(clientIn, statusRules, callOf('resetFlugzeug'), checkFlugzeug),
      extendFlugzeug: change(
        clientIn,
        extendRules,
        client => client('extendFlugzeug', { expect: extendRefusals }),
        checkFlugzeug,
      ),
    },
  })

const callOf = (name: 'startFlugzeug' | 'stopFlugzeug' | 'resetFlugzeug') => (client: Client) =>
  client(name, { expect: statusRefusals })

async function fetchFlugzeug(client: Client, signal?: AbortSignal) {
  return orNull(await client('getFlugzeug', { signal, expect: ['NO_FLUGZEUG'] }))
}

const checkFlugzeug = (client: Client) => fetchFlugzeug(client)
