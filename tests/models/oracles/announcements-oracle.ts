import type { announcementsMachine } from '../../../src/machines/announcements/machine.ts'
import {
  isFresh,
  toastCount,
  toastOf,
  unreadCount,
} from '../../../src/machines/announcements/selectors.ts'
import type { Oracle } from '../harness/fixtures.ts'

/** What the user sees and hears of the announcements. */
interface Seen {
  readonly unread: number
  readonly toast: string | null
  readonly toasts: number
  /** Those that the page marks as new. */
  readonly fresh: readonly string[]
  /** Those that the browser was asked to notify of, in order. */
  readonly noticed: readonly string[]
}

/** What the list holds after each of its snapshots; null: nothing has been read yet. */
export const lists = [null, [], ['new'], ['high'], ['high', 'new']] as const
const TOAST_TIME = 15_000
const NOTICE_DELAY = 1_500
const NEVER = Number.POSITIVE_INFINITY

/** The rules of `tests/machines/announcements`, from what happened alone. */
export const announcementsOracle: Oracle<typeof announcementsMachine> = world => {
  let isOffered = false
  let isOpen = false
  let isHidden = false
  let list: readonly string[] | null = null
  let read: readonly string[] = []
  let shown: readonly string[] = []
  let fresh: readonly string[] = []
  /** Since the first answer, and in no toast that has ended. */
  let arrived: readonly string[] = []
  let noticed: readonly string[] = []
  /** Null: there is no toast. `NEVER`: its time stands still. */
  let toastEnds: number | null = null
  /** Its time is over, and it stays because of an important one. */
  let isStaying = false
  let noticeAt: number | null = null

  const unread = () => (list ?? []).filter(id => !read.includes(id))
  const inToast = () => unread().filter(id => arrived.includes(id))
  const isUrgent = () => inToast().includes('high')
  const count = () => {
    toastEnds = isHidden ? NEVER : world.now() + TOAST_TIME
    isStaying = false
  }
  const pause = () => {
    if (toastEnds !== null) toastEnds = NEVER
    isStaying = false
  }
  const endToast = () => {
    toastEnds = null
    arrived = []
  }

  const learn = (answer: readonly string[] | null) => {
    if (answer === null) return
    const before = list ?? answer
    list = answer
    const come = unread().filter(id => !before.includes(id))
    if (come.length === 0) return
    arrived = [...come, ...arrived]
    if (isOpen && !isHidden) return
    count()
    if (isHidden) noticeAt ??= world.now() + NOTICE_DELAY
    else shown = [...shown, ...inToast()]
  }
  const runTimers = () => {
    const now = world.now()
    if (toastEnds !== null && now >= toastEnds) {
      // An important one stays until the user closes it.
      isStaying = isUrgent()
      if (isStaying) toastEnds = NEVER
      else endToast()
    }
    if (noticeAt !== null && now >= noticeAt) {
      noticeAt = null
      noticed = [...noticed, ...inToast().filter(id => !shown.includes(id))]
      shown = [...shown, ...inToast()]
    }
  }

  const rules: Readonly<Record<string, () => void>> = {
    'page.entered #0': () => {
      isOpen = true
    },
    'page.left #0': () => {
      isOpen = false
      fresh = []
    },
    'page.hidden #0 from visibility': () => {
      isHidden = true
      pause()
    },
    'page.shown #0 from visibility': () => {
      isHidden = false
      noticeAt = null
      if (toastEnds === NEVER) count()
    },
    'toast.dismissed #0': endToast,
    'toast.touched #0': pause,
    'toast.released #0': () => {
      if (toastEnds === NEVER && !isStaying) count()
    },
    'marks.loaded #0 from keepMarks': () => {
      read = ['high']
      shown = ['high']
    },
    'the next timer runs': runTimers,
    ...Object.fromEntries(lists.map((ids, index) => [`list shows #${index}`, () => learn(ids)])),
  }

  return {
    expect(happened): Seen {
      if (happened === 'facts.changed #1') isOffered = true
      if (isOffered) rules[happened]?.()
      if (isOpen && !isHidden) {
        fresh = [...fresh, ...unread()]
        read = [...read, ...unread()]
      }
      const toast = inToast()
      if (toast.length === 0) toastEnds = null
      else if (isStaying && !isUrgent()) count()
      const isShown = toastEnds !== null
      return {
        unread: unread().length,
        toast: isShown ? (toast.find(id => id === 'high') ?? toast[0] ?? null) : null,
        toasts: isShown ? toast.length : 0,
        fresh: ['new', 'high'].filter(id => fresh.includes(id)),
        noticed,
      }
    },
    see: (snapshot): Seen => ({
      unread: unreadCount(snapshot),
      toast: toastOf(snapshot)?.id ?? null,
      toasts: toastCount(snapshot),
      fresh: ['new', 'high'].filter(id => isFresh(snapshot, id)),
      noticed: world.reports.flatMap(report =>
        report.type === 'announcements.noticed' ? report.announcements.map(({ id }) => id) : [],
      ),
    }),
  }
}
