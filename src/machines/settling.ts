import { POLL_INTERVAL } from './constants.ts'

/** How long a machine waits for the data that shows its change. Then it asks for it once more. */
export const REFETCH_TIME = POLL_INTERVAL

/**
 * The inner states of a state after a change. They request the changed data from the app. The data lead out of the
 * state. If that takes a long time, they request it once more, and then go to `state`.
 */
export const settlingUntil = <S extends `#${string}`>(state: S) =>
  ({
    initial: 'asked',
    states: {
      asked: { entry: 'notifyParent', after: { refetchTime: 'overdue' } },
      overdue: { entry: 'notifyParent', after: { refetchTime: state } },
    },
  }) as const
