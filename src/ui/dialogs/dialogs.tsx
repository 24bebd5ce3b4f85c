import { useSelector } from '@xstate/react'
import { openDialog } from '../../machines/dialogs/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { DebugDialog } from './debug-dialog.tsx'
import { DiscordDialog } from './discord-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { VpnDialog } from './vpn-dialog.tsx'

/** The dialog that is open. */
export function Dialogs() {
  switch (useSelector(useSignedIn().dialogs, openDialog)) {
    case 'vpn':
      return <VpnDialog />
    case 'discord':
      return <DiscordDialog />
    case 'terms':
      return <TermsDialog />
    case 'debug':
      return <DebugDialog />
    case null:
      return null
  }
}
