import ELK from 'elkjs/lib/elk-api.js'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'
import type { Layout } from '../../../tools/statechart/drawing/layout.ts'

/** Lays out in a worker, so that a large chart does not stop the inspector. */
export function createLayout(): Layout {
  const elk = new ELK({ workerUrl })
  return graph => elk.layout(graph)
}
