import ELK from 'elkjs/lib/elk.bundled.js'
import type { ElkNode } from 'elkjs/lib/elk-api.js'
import type { Layout } from './layout.ts'

// Its types say that the module has a default export. Node gives the class itself.
const Elk = ELK as unknown as new () => { layout(graph: ElkNode): Promise<ElkNode> }
const elk = new Elk()

/** Lays out without a worker: for scripts and tests. */
export const layoutInProcess: Layout = graph => elk.layout(graph)
