import { useSelector } from '@xstate/react'
import { useSignedIn } from '../app-context.tsx'

/** Whether the event has a VPN. */
export const useOffersVpn = () =>
  useSelector(useSignedIn().user, ({ context }) => context.data?.vpn.isOffered !== false)
