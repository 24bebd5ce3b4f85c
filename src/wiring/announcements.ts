import { awaitData } from '../api/client/effects.ts'
import { markStore } from '../browser/marks.ts'
import { announcementsMachine } from '../machines/announcements/machine.ts'
import { listResource } from '../machines/announcements/setup.ts'
import type { Tools } from './tools.ts'

export const wireAnnouncements = ({ resource, callback, visibility, device }: Tools) =>
  announcementsMachine.provide({
    actors: {
      list: resource(listResource, (client, signal) =>
        awaitData(client('getAnnouncements', { signal })),
      ),
      markStore: callback(device.markStore ?? markStore),
      visibility,
    },
  })
