import type { Client } from '../api/client/client.ts'
import type { ChallengeRef } from '../api/contract.ts'
import { paramsOf } from '../domain/challenge.ts'
import {
  type InstanceChange,
  prolongRefusals,
  prolongRules,
  startRefusals,
  startRules,
  stopRules,
} from '../machines/instance/changes.ts'
import { instanceMachine } from '../machines/instance/machine.ts'
import { environmentResource } from '../machines/instance/setup.ts'
import { orNull, type Tools } from './tools.ts'

export const wireInstance = ({ change, challengeResource }: Tools) =>
  instanceMachine.provide({
    actors: {
      environment: challengeResource(environmentResource, fetchInstance),
      startInstance: change(
        startRules,
        (client, { challenge }) =>
          client('startInstance', {
            params: paramsOf(challenge),
            expect: startRefusals,
          }),
        checkInstance,
      ),
      prolongInstance: change(
        prolongRules,
        (client, { challenge }) =>
          client('prolongInstance', {
            params: paramsOf(challenge),
            expect: prolongRefusals,
          }),
        checkInstance,
      ),
      stopInstance: change(
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
