/** Where to get WireGuard, and what to type or click there. These names are not translated. */
export const platforms = [
  { name: 'Linux', install: 'https://www.wireguard.com/install/' },
  { name: 'macOS', install: 'https://apps.apple.com/app/wireguard/id1451685025' },
  { name: 'Windows', install: 'https://download.wireguard.com/windows-client/' },
] as const
/** The same for phones, which read the QR code. */
export const phones = [
  {
    name: 'Android',
    install: 'https://play.google.com/store/apps/details?id=com.wireguard.android',
  },
  { name: 'iOS', install: 'https://apps.apple.com/app/wireguard/id1441195209' },
] as const
