import type { Client } from '../api/client/client.ts'
import { resources } from '../machines/app/resources.ts'
import { prolongRules, statusRules } from '../machines/flugzeug/changes.ts'
import { flugzeugMachine } from '../machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../machines/flugzeug/setup.ts'
import { orNull, type Tools } from './tools.ts'

const noFlugzeug = { expect: ['NO_FLUGZEUG'] } as const

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
        client => client('createFlugzeug', { expect: ['FLUGZEUG_EXISTS'] }),
        checkFlugzeug,
      ),
      startFlugzeug: change(
        statusRules,
        client => client('startFlugzeug', noFlugzeug),
        checkFlugzeug,
      ),
      stopFlugzeug: change(
        statusRules,
        client => client('stopFlugzeug', noFlugzeug),
        checkFlugzeug,
      ),
      resetFlugzeug: change(
        statusRules,
        client => client('resetFlugzeug', noFlugzeug),
        checkFlugzeug,
      ),
      prolongFlugzeug: change(
        prolongRules,
        client => client('prolongFlugzeug', { expect: ['CANNOT_PROLONG_FLUGZEUG', 'NO_FLUGZEUG'] }),
        checkFlugzeug,
      ),
    },
  })

async function fetchFlugzeug(client: Client, signal?: AbortSignal) {
  return orNull(await client('getFlugzeug', { signal, expect: ['NO_FLUGZEUG'] }))
}

const checkFlugzeug = (client: Client) => fetchFlugzeug(client)
