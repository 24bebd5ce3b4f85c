import type { Language } from '../../../../src/domain/languages.ts'
import type { localeMachine } from '../../../../src/machines/locale/machine.ts'
import { localeOf } from '../../../../src/machines/locale/selectors.ts'
import { behaviourOf } from '../../harness/behaviour.ts'
import { asks, drops, type Sight } from '../../harness/sights.ts'

const begins = {
  locale: 'en' as Language,
  isChosen: false,
  step: 'loading' as 'loading' | 'active' | 'failed',
  againAt: null as number | null,
}
type Known = typeof begins

/** For each of the model's inputs: a browser in German; a choice; a stored text that is no language. */
const first: readonly Pick<Known, 'locale' | 'isChosen'>[] = [
  { locale: 'de', isChosen: false },
  { locale: 'en', isChosen: true },
  { locale: 'en', isChosen: false },
]
const activate = ({ locale, isChosen }: Pick<Known, 'locale' | 'isChosen'>): Sight =>
  asks('activate', { locale, isChosen })

export const localeBehaviour = behaviourOf<typeof localeMachine, Known>({
  begins,
  sentences: {
    'It begins in the language that was chosen, else in the best one of the browser, else in English.':
      {
        on: 'it begins',
        see: (_, input) => (first[input] ? [activate(first[input])] : []),
        learn: (_, input) => first[input] ?? {},
      },
    'Another language is loaded, as a choice that is stored.': {
      on: 'locale.changed',
      if: ({ locale }, event) => event.locale !== locale,
      see: ({ step }, { locale }) => [
        ...(step === 'loading' ? [drops('activate')] : []),
        activate({ locale, isChosen: true }),
      ],
      learn: (_, { locale }) => ({ locale, isChosen: true, step: 'loading', againAt: null }),
    },
    'It is there.': { on: 'activate answers', learn: () => ({ step: 'active' }) },
    'If it cannot be loaded, it is tried again after 2 s.': {
      on: 'activate fails',
      learn: (_known, _error, now) => ({ step: 'failed', againAt: now + 2_000 }),
    },
    'Then it is.': {
      on: 'time',
      due: ({ againAt }) => againAt,
      see: known => [activate(known)],
      learn: () => ({ step: 'loading', againAt: null }),
    },
  },
  shows: {
    'the language': [localeOf, ({ locale }) => locale],
  },
})
