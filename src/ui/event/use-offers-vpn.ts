import { useSelector } from '@xstate/react'
import { useSignedIn } from '../app-context.tsx'

/** Whether the event has a VPN. */
export const useOffersVpn = () =>
  useSelector(useSignedIn().user, snapshot => snapshot.context.data?.vpn.isOffered !== false)
