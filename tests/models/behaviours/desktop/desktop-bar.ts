import type { PanelName } from '../../../../src/machines/desktop-bar/events.ts'
import type { desktopBarMachine } from '../../../../src/machines/desktop-bar/machine.ts'
import { isHidden, openPanelOf } from '../../../../src/machines/desktop-bar/selectors.ts'
import { behaviourOf } from '../../harness/behaviour.ts'

const LINGER = 3_000

const begins = {
  panel: null as PanelName | null,
  /** Whether pointer or focus is on the bar. */
  isAttended: false,
  isHidden: false,
  hidesAt: null as number | null,
}
type Known = typeof begins

const lingers = (now: number): Partial<Known> => ({
  panel: null,
  isAttended: false,
  isHidden: false,
  hidesAt: now + LINGER,
})
const stays = { isHidden: false, hidesAt: null }
const isClosed = ({ panel }: Known) => panel === null

export const desktopBarBehaviour = behaviourOf<typeof desktopBarMachine, Known>({
  begins,
  sentences: {
    'It is there at first.': { on: 'it begins', learn: (_known, _input, now) => lingers(now) },
    'It hides after 3 s in which nobody used it.': {
      on: 'time',
      due: ({ hidesAt }) => hidesAt,
      learn: () => ({ isHidden: true, hidesAt: null }),
    },
    'It stays while it is used.': {
      on: 'bar.entered',
      if: isClosed,
      learn: () => ({ ...stays, isAttended: true }),
    },
    'Then it lingers again.': {
      on: 'bar.left',
      if: ({ isAttended }) => isAttended,
      learn: (_known, _event, now) => lingers(now),
    },
    'Who calls it has 3 s from then on.': {
      on: 'bar.peek',
      if: known => isClosed(known) && !known.isAttended,
      learn: (_known, _event, now) => lingers(now),
    },
    'One panel is open at most, and keeps the bar.': {
      on: 'panel.open',
      learn: (_, { panel }) => ({ ...stays, isAttended: false, panel }),
    },
    'Who closes a panel is on the bar.': {
      on: 'panel.close',
      if: known => !isClosed(known),
      learn: () => ({ ...stays, isAttended: true, panel: null }),
    },
  },
  shows: {
    'whether it hides': [isHidden, known => known.isHidden],
    'the panel': [openPanelOf, ({ panel }) => panel],
  },
  offers: { 'panel.close': known => !isClosed(known) },
})
