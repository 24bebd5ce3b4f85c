export const DISCORD_INVITE = 'https://discord.gg/guidon'

/** Where WireGuard comes from, and what is typed or clicked there; names are proper names. */
export const platforms = [
  { name: 'Linux', install: 'https://www.wireguard.com/install/' },
  { name: 'macOS', install: 'https://apps.apple.com/app/wireguard/id1451685025' },
  { name: 'Windows', install: 'https://download.wireguard.com/windows-client/' },
] as const
