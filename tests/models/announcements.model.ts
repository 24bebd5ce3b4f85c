import { announcementsMachine } from '../../src/machines/announcements/machine.ts'
import { toastOf, unreadCount } from '../../src/machines/announcements/selectors.ts'
import { listResource } from '../../src/machines/announcements/setup.ts'
import { announcementOf, announcementsBehaviour } from './behaviours/announcements.ts'
import { facts, resourceSnapshot } from './data.ts'
import type { World } from './harness/world.ts'
import { defineModel } from './harness.ts'

const shows = (ids: readonly string[] | null) =>
  ids === null
    ? resourceSnapshot(listResource, 'fetching')
    : resourceSnapshot(listResource, 'ready', {
        data: { announcements: ids.map(announcementOf) },
      })

/** What the list contains; null: nothing has been read yet. */
const lists = [null, [], ['new'], ['high'], ['high', 'new']] as const
const [unread, ...answers] = lists

const input =
  (notifies: boolean) =>
  ({ serverClock, random, parent }: World) => ({
    clock: serverClock,
    random,
    parent,
    userId: () => 'user',
    isNotifying: () => notifies,
  })

export const announcementsModel = defineModel<typeof announcementsMachine>({
  machine: announcementsMachine,
  inputs: [input(true), input(false)],
  events: {
    'facts.changed': [
      { type: 'facts.changed', facts: facts() },
      { type: 'facts.changed', facts: facts({ extensions: ['announcements'] }) },
    ],
    'page.entered': [{ type: 'page.entered' }],
    'page.left': [{ type: 'page.left' }],
    'resource.refresh': [{ type: 'resource.refresh' }],
    'toast.dismissed': [{ type: 'toast.dismissed' }],
    'toast.touched': [{ type: 'toast.touched' }],
    'toast.released': [{ type: 'toast.released' }],
    'marks.loaded': {
      from: 'markStore',
      events: [{ type: 'marks.loaded', marks: { read: ['high'], shown: ['high'] } }],
    },
    'announcements.arrived': 'raised',
    'page.shown': { from: 'visibility', events: [{ type: 'page.shown' }] },
    'page.hidden': { from: 'visibility', events: [{ type: 'page.hidden' }] },
  },
  actors: {
    list: { snapshots: [shows(unread), ...answers.map(shows)] },
    markStore: 'callback',
    visibility: 'callback',
  },
  key: snapshot => [unreadCount(snapshot), toastOf(snapshot)?.id, snapshot.context.list?.length],
  begins: ['notifying', 'not notifying'],
  walkLength: 2,
  behaviour: announcementsBehaviour,
})
