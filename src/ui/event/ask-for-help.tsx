import { Trans } from '@lingui/react/macro'
import { useContact } from './use-contact.ts'

/** The advice for a failure that comes again. */
export function AskForHelp() {
  return useContact().discordUrl ? (
    <Trans>If it happens again, ask for help on Discord.</Trans>
  ) : (
    <Trans>If it happens again, ask the organisers for help.</Trans>
  )
}
