/**
 * Watching the desktop of a team mate. Its owner makes a link in the desktop's page: `/flugzeug#view=TOKEN`. The app
 * of a team mate sends that token, and gets the address of a page that shows the desktop, without keyboard, pointer,
 * clipboard or files.
 */
import * as v from 'valibot'
import type { ClientCalls, RulesOf } from './call.ts'
import { playCodes } from './errors.ts'

export const DesktopView = v.object({
  /** The desktop's owner. */
  username: v.string(),
  /** A page that shows the desktop, to be embedded. */
  url: v.string(),
})
export type DesktopView = v.InferOutput<typeof DesktopView>

export const desktopViewCalls = {
  getDesktopView: {
    method: 'GET',
    path: '/v1/flugzeug/view',
    query: ['token'],
    answer: DesktopView,
  },
} as const satisfies ClientCalls

export const desktopViewRules = {
  getDesktopView: {
    isSecret: true,
    codes: [...playCodes, 'NOT_FOUND'],
    extension: 'desktopViews',
    summary: 'The running desktop of a team mate who shares it by this token',
  },
} as const satisfies RulesOf<typeof desktopViewCalls>
