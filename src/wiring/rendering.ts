import { fromCallback, fromPromise } from 'xstate'
import type { Effects } from '../api/client/effects.ts'
import type { PageView } from '../api/rendering.ts'
import { readMarks } from '../browser/marks.ts'
import { MARKS } from '../browser/marks-key.ts'
import { readSidebar } from '../browser/sidebar.ts'
import type { MarksChanged } from '../machines/announcements/events.ts'
import type { NotificationChoice } from '../machines/reminder/events.ts'
import { endlessAdapters } from './endless.ts'
import type { Adapters } from './tools.ts'

const silent = fromCallback(() => {})

/** Adapters of an app that is rendered once, without a browser. It reads, and has no other effect. */
export function renderingAdapters(effects: Effects, { stored }: PageView): Adapters {
  const { session, device, report } = endlessAdapters({
    accessToken: 'of the platform',
    expiresAt: Number.MAX_SAFE_INTEGER,
  })
  return {
    effects: { ...effects, stream: () => silent },
    session,
    device: {
      ...device,
      restorePreferences: fromPromise(async () => readSidebar(stored.sidebar ?? null)),
      markStore: fromCallback<MarksChanged, { userId: string }>(({ input, sendBack }) => {
        const loaded = readMarks(stored[MARKS + input.userId])
        if (loaded) sendBack(loaded)
      }),
      notifications: {
        // Only the browser knows whether it allows notifications.
        readNotificationChoice: fromPromise<NotificationChoice>(async () =>
          stored.notices === 'on' ? 'on' : 'off',
        ),
        notifier: silent,
      },
      followRenaming: () => {},
      draftStore: silent,
      homeDraftStore: silent,
      invitationStore: silent,
      liveTabs: silent,
      desktopFrame: silent,
      viewStore: silent,
      viewFrame: silent,
    },
    report,
    // The types ask for answers, which most of these effects never give.
  } as unknown as Adapters
}
