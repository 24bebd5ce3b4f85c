import { useLingui } from '@lingui/react/macro'
import type { WaitingStatus } from '../../machines/flugzeug/selectors.ts'

interface WaitingTexts {
  /** These are shown one after the other. */
  readonly phrases: readonly string[]
  /** This is shown after the last of them. */
  readonly long: string
}

/** The texts while the user waits for the desktop. */
export function useWaitingTexts(): Record<WaitingStatus, WaitingTexts> {
  const { t } = useLingui()
  return {
    provisioning: {
      phrases: [],
      long: t`Your desktop is being built. This happens once, and takes a moment longer.`,
    },
    starting: {
      phrases: [
        t`Opening the hangar doors…`,
        t`Rolling your desktop out onto the apron…`,
        t`Walking around it once. All wings attached…`,
        t`Filling the tank, checking the oil…`,
        t`Going through the checklist, line by line…`,
        t`Asking the tower for clearance…`,
        t`Lining up on the runway. Any moment now…`,
      ],
      long: t`This takes longer than usual. Your desktop is still in the queue for take-off. You do not have to do anything.`,
    },
    stopping: {
      phrases: [
        t`Beginning the descent…`,
        t`Gear down, flaps out…`,
        t`Touchdown. Taxiing back to the hangar…`,
        t`Chocks in place, lights off…`,
      ],
      long: t`This takes longer than usual. It is on the ground, but not parked yet.`,
    },
  }
}
