import type { Sharing } from '../../../../src/api/contract.ts'
import type {
  ConnectionSample,
  HoldableKey,
  QualityStep,
  Role,
  Scaling,
  TextSize,
} from '../../../../src/machines/desktop/events.ts'
import type { desktopMachine } from '../../../../src/machines/desktop/machine.ts'
import {
  type ConnectionStatus,
  canControl,
  chosenQualityOf,
  clipboardOf,
  connectionStatusOf,
  hasTeam,
  isViewOnly,
  isWatcher,
  isWithheld,
  latencyLevelOf,
  latencyOf,
  preferencesOf,
  pressedKeysOf,
  qualityOf,
  scalingOf,
  sharedLinkOf,
  textSizeOf,
  watchersOf,
} from '../../../../src/machines/desktop/selectors.ts'
import { behaviourOf, each } from '../../harness/behaviour.ts'
import { acts, asks, drops, ends, type Sight, starts, tells } from '../../harness/sights.ts'

const begins = {
  status: 'connecting' as ConnectionStatus,
  /** The event that the connection must report next. */
  awaits: 'opened' as 'opened' | 'greeted' | 'painted' | null,
  /** When the connection, the delay or the request for a ticket times out. */
  endsAt: null as number | null,
  steadyAt: null as number | null,
  ticket: 'ticket' as string | null,
  /** How often the ticket was used. */
  uses: 0,
  attempts: 0,
  scaling: 'fit' as Scaling,
  chosen: 'auto' as QualityStep | 'auto',
  textSize: 'auto' as TextSize,
  step: 3 as QualityStep,
  calm: 0,
  /** Samples in a row without a photo, from 1 on. At 0 or below, that many more are needed first. */
  plain: 0,
  sample: null as ConnectionSample | null,
  role: 'owner' as Role,
  isViewOnly: false,
  sharing: null as Sharing | null,
  pressed: [] as readonly HoldableKey[],
  clipboard: '',
  copy: 'settled' as 'settled' | 'copying' | 'withheld',
}
type Known = typeof begins

const MAX_ATTEMPTS = 100
const TIMES = { opened: 3_000, greeted: 10_000, painted: 60_000 }
const STEADY = 5_000
const TICKET_TIME = 15_000

const is =
  (...any: readonly ConnectionStatus[]) =>
  (known: Known) =>
    any.includes(known.status)
const isConnected = is('connected')
const isOnline = is('connecting', 'connected')
const isInteractive = (known: Known) => isConnected(known) && !known.isViewOnly
const isOver = is('ended', 'exhausted', 'unanswered')

/** A quarter of a second, twice as long with each attempt, at most 1.2 s; the middle of its jitter. */
const delayAfter = (count: number) => Math.min(1_200, 250 * 2 ** Math.max(0, count - 1))

const usedQuality = ({ chosen, step }: Known) => (chosen === 'auto' ? step : chosen)
/** A watcher does not decide how large the desktop is. */
const usedScaling = ({ role, scaling }: Known) =>
  role === 'watcher' && scaling === 'resize' ? 'fit' : scaling
const settings = (known: Known) => ({
  type: 'settings.apply',
  scaling: usedScaling(known),
  quality: usedQuality(known),
  viewOnly: known.isViewOnly,
  textSize: known.textSize,
  exact: known.plain > 0,
})
const applies = (known: Known): Sight => tells('connection', settings(known))
const releases = ({ pressed }: Known): Sight =>
  tells('connection', { type: 'keys.release', keys: pressed })

/** What ends with the state that is left. */
const leaves = (known: Known): Sight[] => {
  if (known.uses > 0 && isOnline(known)) {
    return [...(known.copy === 'copying' ? [drops('copyOut')] : []), ends('connection')]
  }
  return is('reconnecting', 'exhausted')(known) ? [ends('network')] : []
}
const connects = (known: Known): Sight[] => [
  ...leaves(known),
  starts('connection', { ticket: known.ticket, settings: settings(known) }),
]
const connecting = (known: Known, now: number): Partial<Known> => ({
  status: 'connecting',
  awaits: 'opened',
  endsAt: now + TIMES.opened,
  steadyAt: null,
  uses: known.uses + 1,
  attempts: known.attempts + 1,
  ticket: known.ticket,
})
const apart = {
  awaits: null,
  steadyAt: null,
  pressed: [],
  copy: 'settled',
  sharing: null,
} as const

/** The connection is gone, and is tried again. */
const reconnects = {
  see: (known: Known): Sight[] => [...leaves(known), starts('network')],
  learn: (known: Known, now: number): Partial<Known> =>
    known.attempts >= MAX_ATTEMPTS
      ? { ...apart, status: 'exhausted', attempts: 0, endsAt: null }
      : { ...apart, status: 'reconnecting', endsAt: now + delayAfter(known.attempts) },
}
const asksForTicket = {
  see: (known: Known): Sight[] => [...leaves(known), asks('askForTicket')],
  learn: (_: Known, now: number): Partial<Known> => ({
    ...apart,
    status: 'refused',
    endsAt: now + TICKET_TIME,
  }),
}
const unanswered = { status: 'unanswered', attempts: 0, endsAt: null } as const

const measures = (known: Known, sample: ConnectionSample) => ({
  ...qualityAfter(known, sample),
  plain: plainAfter(known, sample),
})
/** A photo ends the row: on a slow connection, more samples are needed before it is sent without loss. */
function plainAfter({ plain, step }: Known, { photos }: ConnectionSample) {
  if (photos === null) return plain
  return photos < 0.1 ? plain + 1 : step === 3 ? -2 : -8
}
function qualityAfter(
  { step, calm }: Known,
  { latency: now, idleLatency, bandwidth }: ConnectionSample,
) {
  if (now > idleLatency + 200) {
    const fits = bandwidth >= 1_000_000 ? 3 : bandwidth >= 250_000 ? 2 : bandwidth >= 64_000 ? 1 : 0
    return { step: Math.max(0, Math.min(step - 1, fits)) as QualityStep, calm: 0 }
  }
  if (step === 3) return { step, calm: calm + 1 }
  return calm === 4 ? { step: (step + 1) as QualityStep, calm: 0 } : { step, calm: calm + 1 }
}

const copies = (known: Known, text: string): Sight[] => [
  ...(known.copy === 'copying' ? [drops('copyOut')] : []),
  asks('copyOut', text),
]
const next = (awaits: 'greeted' | 'painted') => (_k: Known, _v: unknown, now: number) => ({
  awaits,
  endsAt: now + TIMES[awaits],
})

export const desktopBehaviour = behaviourOf<typeof desktopMachine, Known>({
  begins,
  sentences: {
    'With a ticket it connects.': {
      on: 'it begins',
      if: (_, input) => input === 0,
      see: connects,
      learn: (known, _, now) => connecting(known, now),
    },
    'Without one it asks for a ticket.': {
      on: 'it begins',
      if: (_, input) => input === 1,
      see: () => [asks('askForTicket')],
      learn: (known, _, now) => ({
        ...asksForTicket.learn(known, now),
        ticket: null,
        role: 'alone',
      }),
    },
    'A team mate who watches only views.': {
      on: 'it begins',
      if: (_, input) => input === 2,
      see: known => connects({ ...known, isViewOnly: true }),
      learn: (known, _, now) => ({
        ...connecting(known, now),
        role: 'watcher',
        isViewOnly: true,
      }),
    },
    'An open connection waits for the desktop, 10 s.': {
      on: 'connection.opened',
      if: ({ awaits }) => awaits === 'opened',
      learn: next('greeted'),
    },
    'A desktop that has answered has a minute for its first picture.': {
      on: 'connection.greeted',
      if: ({ awaits }) => awaits === 'greeted',
      learn: next('painted'),
    },
    'With the picture it is connected, and what was chosen meanwhile holds.': {
      on: 'connection.painted',
      if: ({ awaits }) => awaits === 'painted',
      see: known => [acts('notifyConnected'), applies(known)],
      learn: (_known, _event, now) => ({
        status: 'connected',
        awaits: null,
        endsAt: null,
        steadyAt: now + STEADY,
      }),
    },
    'A connection of five seconds ends the count of attempts.': {
      on: 'time',
      due: ({ steadyAt }) => steadyAt,
      learn: () => ({ steadyAt: null, attempts: 0 }),
    },
    'What does not come in its time is tried again.': {
      on: 'time',
      due: ({ awaits, endsAt }) => (awaits === null ? null : endsAt),
      see: reconnects.see,
      learn: (known, _, now) => reconnects.learn(known, now),
    },
    'So is a connection that is lost.': {
      on: 'connection.lost',
      see: reconnects.see,
      learn: (known, _, now) => reconnects.learn(known, now),
    },
    'A ticket that is refused at first is tried once more.': {
      on: 'ticket.refused',
      if: ({ uses }) => uses <= 1,
      see: reconnects.see,
      learn: (known, _, now) => reconnects.learn(known, now),
    },
    'A ticket that was used is replaced.': {
      on: 'ticket.refused',
      if: ({ uses }) => uses > 1,
      see: asksForTicket.see,
      learn: (known, _, now) => asksForTicket.learn(known, now),
    },
    'A desktop that was stopped is over.': {
      on: 'desktop.ended',
      see: known => [acts('notifyEnded'), ...leaves(known)],
      learn: () => ({ ...apart, status: 'ended', attempts: 0, endsAt: null }),
    },
    'After a delay it connects again.': {
      on: 'time',
      due: known => (is('reconnecting')(known) ? known.endsAt : null),
      see: connects,
      learn: (known, _, now) => connecting(known, now),
    },
    ...each(
      ['desktop.connect', 'network.returned'] as const,
      on => `Before that it connects at once by ${on}.`,
      () => ({
        if: is('reconnecting'),
        see: connects,
        learn: (known: Known, _: unknown, now: number) => connecting(known, now),
      }),
    ),
    'Who wants to connect once more gets a new ticket.': {
      on: 'desktop.connect',
      if: isOver,
      see: asksForTicket.see,
      learn: (known, _, now) => asksForTicket.learn(known, now),
    },
    'So does a page whose network is back.': {
      on: 'network.returned',
      if: is('exhausted'),
      see: asksForTicket.see,
      learn: (known, _, now) => asksForTicket.learn(known, now),
    },
    'A new ticket connects, and was never used.': {
      on: 'askForTicket answers',
      see: (known, ticket) => connects({ ...known, ticket }),
      learn: (known, ticket, now) => connecting({ ...known, ticket, uses: 0 }, now),
    },
    'Nobody gives a ticket: it says so.': { on: 'askForTicket fails', learn: () => unanswered },
    'So it does after 15 s.': {
      on: 'time',
      due: known => (is('refused')(known) ? known.endsAt : null),
      see: () => [drops('askForTicket')],
      learn: () => unanswered,
    },
    'A scaling is applied at once.': {
      on: 'scaling.choose',
      see: (known, event) =>
        isConnected(known) ? [applies({ ...known, scaling: event.scaling })] : [],
      learn: (_, event) => ({ scaling: event.scaling }),
    },
    'So is a size of texts.': {
      on: 'textSize.choose',
      see: (known, event) =>
        isConnected(known) ? [applies({ ...known, textSize: event.textSize })] : [],
      learn: (_, event) => ({ textSize: event.textSize }),
    },
    'So is a quality.': {
      on: 'quality.choose',
      see: (known, event) =>
        isConnected(known) ? [applies({ ...known, chosen: event.quality })] : [],
      learn: (_, event) => ({ chosen: event.quality }),
    },
    'A full connection has a lower quality, and a calm one a better one after five samples. Without photos the picture is exact.':
      {
        on: 'connection.measured',
        if: isConnected,
        see: (known, { sample }) => [applies({ ...known, ...measures(known, sample) })],
        learn: (known, { sample }) => ({ ...measures(known, sample), sample }),
      },
    'The desktop says who watches.': {
      on: 'sharing.reported',
      if: isOnline,
      learn: (_, { sharing }) => ({ sharing }),
    },
    ...each(
      ['sharing.begin', 'sharing.end'] as const,
      on => `The desktop gets ${on} from an owner with team mates.`,
      () => ({
        if: (known: Known) => isConnected(known) && known.role === 'owner',
        see: (_: Known, event: { readonly type: string }) => [tells('connection', event)],
      }),
    ),
    'A user who only views lets all keys go first. A team mate has no choice.': {
      on: 'viewOnly.toggle',
      if: ({ role }) => role !== 'watcher',
      see: known =>
        isConnected(known)
          ? [releases(known), applies({ ...known, isViewOnly: !known.isViewOnly })]
          : [],
      learn: known => ({
        isViewOnly: !known.isViewOnly,
        pressed: isConnected(known) ? [] : known.pressed,
      }),
    },
    'Fullscreen is switched.': {
      on: 'fullscreen.toggle',
      see: () => [acts('toggleFullscreen')],
    },
    ...each(
      ['keys.press', 'text.type', 'clipboard.send', 'keyboard.show'] as const,
      on => `The desktop gets ${on}, but not from somebody who only views.`,
      () => ({
        if: isInteractive,
        see: (_: Known, event: { readonly type: string }) => [tells('connection', event)],
      }),
    ),
    'A key is held, and let go by the next press.': {
      on: 'key.toggle',
      if: isInteractive,
      see: ({ pressed }, { key }) => [
        tells('connection', { type: 'key.hold', key, down: !pressed.includes(key) }),
      ],
      learn: ({ pressed }, { key }) => ({
        pressed: pressed.includes(key) ? pressed.filter(one => one !== key) : [...pressed, key],
      }),
    },
    'The text that the desktop copied goes to the browser.': {
      on: 'clipboard.received',
      if: isConnected,
      see: (known, { text }) => copies(known, text),
      learn: (_, { text }) => ({ clipboard: text, copy: 'copying' }),
    },
    'It is there.': { on: 'copyOut answers', learn: () => ({ copy: 'settled' }) },
    'The browser refuses it.': { on: 'copyOut fails', learn: () => ({ copy: 'withheld' }) },
    'Then a click takes it.': {
      on: 'clipboard.take',
      if: ({ copy }) => copy === 'withheld',
      see: known => copies(known, known.clipboard),
      learn: () => ({ copy: 'copying' }),
    },
    'Esc twice lets all keys go, and leaves the desktop.': {
      on: 'focus.left',
      if: isConnected,
      see: known => [acts('leaveFocus'), releases(known)],
      learn: () => ({ pressed: [] }),
    },
  },
  shows: {
    'how it is connected': [connectionStatusOf, known => known.status],
    'how often it was tried': [({ context }) => context.attempts, known => known.attempts],
    'the link for team mates': [sharedLinkOf, ({ sharing }) => sharing?.link ?? null],
    'that it is only viewed': [isViewOnly, known => known.isViewOnly],
    'that keys and texts reach it': [canControl, isInteractive],
    'the scaling': [scalingOf, usedScaling],
    'the quality that was chosen': [chosenQualityOf, ({ chosen }) => chosen],
    'the size of texts': [textSizeOf, known => known.textSize],
    'the quality': [qualityOf, usedQuality],
    'which keys are held': [pressedKeysOf, ({ pressed }) => pressed],
    'the clipboard': [clipboardOf, known => known.clipboard],
    'that the browser refused it': [isWithheld, ({ copy }) => copy === 'withheld'],
    'the latency': [latencyOf, ({ sample }) => sample?.latency ?? null],
    'how well it is connected': [
      latencyLevelOf,
      known => {
        if (!isConnected(known) || !known.sample) return 'unknown'
        return known.sample.latency < 100 ? 'good' : 'fair'
      },
    ],
    'who only watches': [isWatcher, ({ role }) => role === 'watcher'],
    'whether team mates may watch': [hasTeam, ({ role }) => role === 'owner'],
    'who watches': [watchersOf, ({ sharing }) => sharing?.watchers ?? []],
    'what was chosen': [
      preferencesOf,
      known => ({ scaling: known.scaling, quality: known.chosen, textSize: known.textSize }),
    ],
  },
  offers: {
    'desktop.connect': known => is('reconnecting')(known) || isOver(known),
    'text.type': isInteractive,
    'clipboard.take': ({ copy }) => copy === 'withheld',
  },
})
