import type { Client } from '../api/client/client.ts'
import { resources } from '../machines/app/resources.ts'
import {
  createRefusals,
  prolongRefusals,
  prolongRules,
  statusRefusals,
  statusRules,
} from '../machines/flugzeug/changes.ts'
import { flugzeugMachine } from '../machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../machines/flugzeug/setup.ts'
import { orNull, type Tools } from './tools.ts'

export const wireFlugzeug = (tools: Tools) => ({
  flugzeugEnabled: tools.resource(resources.flugzeugEnabled, async (client, signal) => {
    const expect = ['NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED'] as const
    const answer = await client('getFlugzeugEnabled', { signal, expect })
    return answer.ok && answer.data.enabled
  }),
  flugzeug: wireMachine(tools),
})

const wireMachine = ({ change, resource, lasting, device }: Tools) =>
  flugzeugMachine.provide({
    actors: {
      desktopFrame: lasting(device.desktopFrame),
      remoteDesktop: resource(remoteDesktopResource, fetchFlugzeug),
      createFlugzeug: change(
        statusRules,
        client => client('createFlugzeug', { expect: createRefusals }),
        checkFlugzeug,
      ),
      startFlugzeug: change(
        statusRules,
        client => client('startFlugzeug', { expect: statusRefusals }),
        checkFlugzeug,
      ),
      stopFlugzeug: change(
        statusRules,
        client => client('stopFlugzeug', { expect: statusRefusals }),
        checkFlugzeug,
      ),
      resetFlugzeug: change(
        statusRules,
        client => client('resetFlugzeug', { expect: statusRefusals }),
        checkFlugzeug,
      ),
      prolongFlugzeug: change(
        prolongRules,
        client => client('prolongFlugzeug', { expect: prolongRefusals }),
        checkFlugzeug,
      ),
    },
  })

async function fetchFlugzeug(client: Client, signal?: AbortSignal) {
  return orNull(await client('getFlugzeug', { signal, expect: ['NO_FLUGZEUG'] }))
}

const checkFlugzeug = (client: Client) => fetchFlugzeug(client)
