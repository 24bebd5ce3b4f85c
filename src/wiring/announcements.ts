import { awaitData } from '../api/client/effects.ts'
import { keepMarks } from '../browser/marks.ts'
import { announcementsMachine } from '../machines/announcements/machine.ts'
import { listResource } from '../machines/announcements/setup.ts'
import type { Tools } from './tools.ts'

export const wireAnnouncements = ({ resource, lasting, visibility, device }: Tools) =>
  announcementsMachine.provide({
    actors: {
      list: resource(listResource, (client, signal) =>
        awaitData(client('getAnnouncements', { signal })),
      ),
      keepMarks: lasting(device.keepMarks ?? keepMarks),
      visibility,
    },
  })
