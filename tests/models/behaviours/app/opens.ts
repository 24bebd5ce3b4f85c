import type { Page } from '../../../../src/machines/navigation/pages.ts'
import { challenge } from '../../data.ts'
import { ends, type Sight, starts, tells } from '../../harness/sights.ts'
import { type AppKnown, challengePath, factsIn } from './known.ts'

/** The actor that a page shows. Its code is loaded with the page. It hears when the page is entered and left. */
const partOf: Partial<Record<Page['name'], string>> = {
  home: 'home',
  ownTeam: 'membership',
  flugzeug: 'flugzeug',
  announcements: 'announcements',
}
const isSame = (before: Page | null, page: Page) => JSON.stringify(before) === JSON.stringify(page)

/** The messages to the open page, and to what is over it, when another one is opened. */
export function leaves({ page: before }: AppKnown, page: Page): Sight[] {
  if (!before || isSame(before, page)) return []
  return [
    ...leavesOnly(before),
    tells('dialogs', 'dialog.close'),
    tells('palette', 'palette.close'),
  ]
}

function leavesOnly({ name }: Page): Sight[] {
  const part = partOf[name]
  if (name === 'challenge') return [tells('challenge', 'page.left')]
  if (name === 'account') return [ends('account')]
  return part ? [tells(part, 'page.left')] : []
}

/** The messages to a page that is opened, and the actors that start with it. */
export function opens(known: AppKnown, page: Page): Sight[] {
  const { page: before } = known
  if (isSame(before, page)) return []
  const part = partOf[page.name]
  const subject = { accountId: 'them' }
  if (page.name === 'challenge') return enters(known)
  if (page.name === 'account')
    return [starts('account', { interval: 50_000, startsActive: true, subject })]
  if (page.name === 'logout') return [tells('session', 'session.signOut')]
  return part ? [tells(part, 'machine.load'), tells(part, 'page.entered')] : []
}

/** Its actor outlives the page while a change is under way. */
const enters = (known: AppKnown): Sight[] =>
  known.isChallengeAlive
    ? [tells('challenge', 'machine.load'), tells('challenge', 'page.entered')]
    : [
        starts('challenge', {
          id: challengePath.slice(1).replace('/', ':'),
          challenge,
          facts: factsIn(known),
          stats: known.stats,
        }),
        tells('challenge', 'machine.load'),
      ]
