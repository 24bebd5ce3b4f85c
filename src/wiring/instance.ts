import type { Client } from '../api/client/client.ts'
import type { ChallengeRef } from '../api/contract.ts'
import { paramsOf } from '../domain/challenge.ts'
import {
  extendRefusals,
  extendRules,
  type InstanceChange,
  startRefusals,
  startRules,
  stopRules,
} from '../machines/instance/changes.ts'
import { instanceMachine } from '../machines/instance/machine.ts'
import { instanceResource } from '../machines/instance/setup.ts'
import { change } from './change.ts'
import { orNull, type Tools } from './tools.ts'

export const wireInstance = ({ clientIn, challengeResource }: Tools) =>
  instanceMachine.provide({
    actors: {
      instance: challengeResource(instanceResource, fetchInstance),
      startInstance: change(
        clientIn,
        startRules,
        (client, { challenge }) =>
          client('startInstance', {
            params: paramsOf(challenge),
            expect: startRefusals,
          }),
        checkInstance,
      ),
      extendInstance: change(
        clientIn,
        extendRules,
        (client, { challenge }) =>
          client('extendInstance', {
            params: paramsOf(challenge),
            expect: extendRefusals,
          }),
        checkInstance,
      ),
      stopInstance: change(
        clientIn,
        stopRules,
        (client, { challenge }) => client('stopInstance', { params: paramsOf(challenge) }),
        checkInstance,
      ),
    },
  })

async function fetchInstance(client: Client, challenge: ChallengeRef, signal?: AbortSignal) {
  const params = paramsOf(challenge)
  return orNull(await client('getInstance', { params, signal, expect: ['TIME_RESTRICTED'] }))
}

const checkInstance = (client: Client, { challenge }: InstanceChange) =>
  fetchInstance(client, challenge)
