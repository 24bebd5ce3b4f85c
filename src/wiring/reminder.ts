import type { ChallengeRef } from '../api/contract.ts'
import { paramsOf } from '../domain/challenge.ts'
import type { ReportedInstance } from '../machines/reminder/events.ts'
import { reminderMachine } from '../machines/reminder/machine.ts'
import { orNull, type Tools } from './tools.ts'

export const wireReminder = ({ read, lasting, device }: Tools) =>
  reminderMachine.provide({
    actors: {
      readNoticeChoice: device.readNoticeChoice,
      allowNotices: device.allowNotices,
      forbidNotices: device.forbidNotices,
      notifier: lasting(device.notifier),
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
