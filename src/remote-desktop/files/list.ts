import * as v from 'valibot'
import { fromPromise } from 'xstate'
import { HomeListing } from '../../api/contract/desktop/files.ts'
import type { ListAnswer } from '../../machines/desktop-files/events.ts'
import { type FilesAccess, FilesRefused } from './access.ts'

/** Reads a folder of the home. */
export const listFolder = ({ call }: FilesAccess) =>
  fromPromise<ListAnswer, string>(async ({ input, signal }) => {
    try {
      const response = await call(`list?${new URLSearchParams({ path: input })}`, { signal })
      return { ok: true, data: v.parse(HomeListing, await response.json()) }
    } catch (error) {
      if (error instanceof FilesRefused) return { ok: false, failure: error.refusal }
      throw error
    }
  })
