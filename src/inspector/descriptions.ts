import type { Descriptions } from '../../tools/statechart/described.ts'

/** By their files. Each has one export. */
const files = import.meta.glob<Record<string, Descriptions>>('../machines/*/states.ts', {
  eager: true,
})
const describedIn = (folder: string) =>
  Object.values(files[`../machines/${folder}/states.ts`] ?? {})[0]

const ofResources = describedIn('resource') ?? {}

/**
 * What is true in each state of a machine of the app, by the machine's id, which is the name of its folder. The resources
 * have ids of their own, and the same states.
 */
export const descriptionsOf = (id: string): Descriptions => describedIn(id) ?? ofResources
