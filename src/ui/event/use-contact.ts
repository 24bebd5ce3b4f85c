import { DISCORD_INVITE } from './constants.ts'
import { useEventDetails, useHasDetails } from './use-event.ts'

interface Contact {
  readonly discordUrl: string | null
  /** An e-mail address. */
  readonly email: string | null
}

/** Where the event gives help. */
export function useContact(): Contact {
  const details = useEventDetails()
  if (!useHasDetails()) return { discordUrl: DISCORD_INVITE, email: null }
  return { discordUrl: details?.discordUrl ?? null, email: details?.contact ?? null }
}
