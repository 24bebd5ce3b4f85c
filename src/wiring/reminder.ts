import type { ChallengeRef } from '../api/contract.ts'
import { notifications } from '../browser/notifications.ts'
import { paramsOf } from '../domain/challenge.ts'
import type { ReportedInstance } from '../machines/reminder/events.ts'
import { reminderMachine } from '../machines/reminder/machine.ts'
import { orNull, type Tools } from './tools.ts'

export const wireReminder = ({ read, callback, device }: Tools) => {
  const effects = { ...notifications, ...device.notifications }
  return reminderMachine.provide({
    actors: {
      ...effects,
      notifier: callback(effects.notifier),
      fetchStops: read<readonly ReportedInstance[], readonly ChallengeRef[]>(
        (client, signal, running) =>
          Promise.all(
            running.map(async challenge => {
              const params = paramsOf(challenge)
              const expect = ['TIME_RESTRICTED', 'NOT_FOUND'] as const
              const answer = await client('getInstance', { params, signal, expect })
              return { challenge, instance: orNull(answer) }
            }),
          ),
      ),
    },
  })
}
