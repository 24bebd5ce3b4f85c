import { eq } from 'drizzle-orm'
import { users } from '../../database/schema.ts'
import { Refusal } from '../../refusal.ts'
import type { Handlers } from '../context.ts'
import { requirePlay } from '../rules.ts'

export const desktopViewHandlers: Handlers<'getDesktopView'> = {
  async getDesktopView(context) {
    requirePlay(context)
    const { desktops, database, member, params, grantId } = context
    const { id: userId, username, displayName } = member.user
    const watcher = { userId, name: displayName ?? username }
    const view = await desktops?.openView(params.token, watcher, grantId)
    // A refusal does not say whether a desktop of another account is shared.
    if (!view) throw new Refusal('NOT_FOUND', 'none of your desktops is shared by this link')
    const [owner] = await database.db.select().from(users).where(eq(users.id, view.ownerId))
    return { username: owner?.displayName ?? owner?.username ?? '', url: view.url }
  },
}
