import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { metadataOf } from '../../machines/event/selectors.ts'
import { isForTeam, isPostPlay } from '../../machines/home/selectors.ts'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useLoaded, useSignedIn } from '../app-context.tsx'
import { useContact } from '../event/use-contact.ts'
import { useEventDetails, useHasDetails, useTextIn } from '../event/use-event.ts'
import { useOffersVpn } from '../event/use-offers-vpn.ts'

/** The seven steps, as markdown. An event without a VPN has six; without environments, it has three of these. */
export function useHowTo(): string {
  const { t } = useLingui()
  const { event, catalogue } = useSignedIn()
  const home = useLoaded('home')
  const forTeam = useSelector(home, isForTeam)
  const prefix = useSelector(event, snapshot => metadataOf(snapshot)?.flagPrefix ?? '')
  const withoutPoints = useSelector(home, isPostPlay)
  const offersVpn = useOffersVpn()
  const challenges = useSelector(catalogue, snapshot => dataOf(snapshot)?.challenges) ?? []
  const hasEnvironments =
    challenges.length === 0 || challenges.some(one => one.hasEnvironment !== false)
  const example = `\`${prefix}{…}\``
  const steps = [
    offersVpn &&
      hasEnvironments &&
      t`**Connect your device to the VPN.** The guide behind the VPN button has four steps.`,
    t`**Pick a challenge** from the menu, and read its text: it says what is hidden, and often how to begin.`,
    hasEnvironments &&
      (forTeam
        ? t`**Start its environment** and wait until it runs. It belongs to your team alone; nobody else can break it.`
        : t`**Start its environment** and wait until it runs. It is yours alone; nobody else can break it.`),
    hasEnvironments &&
      t`**Go to its endpoints.** The page lists address, port and protocol of every service that you may attack.`,
    t`**Find the flag.** It looks like ${example}. Some challenges hide more than one.`,
    withoutPoints
      ? t`**Submit it** on the challenge page. It gives no points any more, but you learn at once whether it is right.`
      : t`**Submit it** on the challenge page. You get the points at once, and the scoreboard follows.`,
    hasEnvironments &&
      t`**Stop the environment** when you are done: you can run only a few at a time. Extend it if you need more time.`,
  ]
  return steps
    .filter(step => step)
    .map((step, index) => `${index + 1}. ${step}`)
    .join('\n')
}

/** The event's own rules, or the usual ones without what the event does not have; as markdown. */
export function useRules(): string {
  const { t } = useLingui()
  const details = useEventDetails()
  const own = useTextIn()(details?.rules)
  const help = useHelpRule()
  const hasTerms = useHasDetails() ? details?.terms !== undefined : true
  const { discordUrl } = useContact()
  if (own !== null) return own
  const rules = [
    t`**Do not share flags or hints**, not even with friends.`,
    discordUrl &&
      t`**Talk about solutions only in the challenge’s Discord channel**, and only after you have solved it.`,
    t`**New challenges may appear** at any time, so look at the menu now and then.`,
    t`**Attack only the services listed** on the challenge pages: not the platform, not other participants, not their devices.`,
    t`**Be kind.** Anyone who insults, harasses or hinders others is out.`,
    help,
    hasTerms && t`**The terms of participation apply**, as you accepted them when you signed up.`,
  ]
  return rules
    .filter(rule => rule)
    .map(rule => `- ${rule}`)
    .join('\n')
}

function useHelpRule(): string | null {
  const { t } = useLingui()
  const { discordUrl, email } = useContact()
  const hasDetails = useHasDetails()
  if (!hasDetails || (discordUrl && email))
    return t`**Need help?** Open a ticket on Discord, or write the organisers an e-mail.`
  if (discordUrl) return t`**Need help?** Open a ticket on Discord.`
  return email && t`**Need help?** Write the organisers an e-mail.`
}
