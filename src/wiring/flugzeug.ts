import type { Client } from '../api/client/client.ts'
import { desktopViews } from '../browser/opened-links.ts'
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
import type { ResourceSubject } from '../machines/resource/machine.ts'
import { desktopFrame, viewFrame } from '../remote-desktop/frame.ts'
import { orNull, type Tools } from './tools.ts'

export const wireFlugzeug = ({ change, resource, lasting, device, read, visibility }: Tools) =>
  flugzeugMachine.provide({
    actors: {
      desktopFrame: lasting(device.desktopFrame ?? desktopFrame),
      desktopView: desktopViewMachine.provide({
        actors: {
          keepView: lasting(device.desktopViews ?? desktopViews),
          viewFrame: lasting(device.viewFrame ?? viewFrame),
          sharedDesktop: sharedDesktopResource.provide({
            actors: {
              fetch: read(async (client, signal, subject: ResourceSubject | undefined) => {
                const token = subject && 'token' in subject ? subject.token : ''
                return orNull(
                  await client('getDesktopView', {
                    params: { token },
                    signal,
                    expect: ['NOT_FOUND'],
                  }),
                )
              }),
              visibility,
            },
          }),
        },
      }),
      remoteDesktop: resource(remoteDesktopResource, fetchFlugzeug),
      createFlugzeug: change(
        statusRules,
        client => client('createFlugzeug', { expect: createRefusals }),
        checkFlugzeug,
      ),
      startFlugzeug: change(statusRules, callOf('startFlugzeug'), checkFlugzeug),
      stopFlugzeug: change(statusRules, callOf('stopFlugzeug'), checkFlugzeug),
      resetFlugzeug: change(statusRules, callOf('resetFlugzeug'), checkFlugzeug),
      extendFlugzeug: change(
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
