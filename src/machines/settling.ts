import { POLL_INTERVAL } from './constants.ts'

/** How long a machine waits for the data that shows its change. Then it asks for it once more. */
export const REFETCH_TIME = POLL_INTERVAL

/**
 * The inside of a state after a change: it asks the app for the data that the change has changed, which leads out of
 * the state. If that takes long, it asks once more, and then goes to `state`.
 */
export const settlingUntil = <S extends `#${string}`>(state: S) =>
  ({
    initial: 'asked',
    states: {
      asked: { entry: 'notifyParent', after: { refetchTime: 'overdue' } },
      overdue: { entry: 'notifyParent', after: { refetchTime: state } },
    },
  }) as const
