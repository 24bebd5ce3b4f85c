import { inEveryLanguage } from '../../platform/locales/texts.ts'

type Numbers = Record<'rank' | 'ranked' | 'points' | 'flags', number>

/** The texts of a certificate. */
export const texts = inEveryLanguage(i18n => ({
  title: i18n.t('Certificate'),
  rank: ({ rank, ranked }: Numbers) => i18n.t('Rank {rank} of {ranked}', { rank, ranked }),
  results: ({ points, flags }: Numbers) =>
    i18n.t(
      '{points, plural, one {{points} point} other {{points} points}}, {flags, plural, one {{flags} flag} other {{flags} flags}}',
      { points, flags },
    ),
  members: i18n.t('Members'),
}))
