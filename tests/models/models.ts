import { readdirSync } from 'node:fs'
import type { AnyModel } from './harness/fixtures.ts'

const names = readdirSync(import.meta.dirname)
  .flatMap(file => file.match(/^(.+)\.model\.ts$/)?.[1] ?? [])
  .sort()
const files: Record<string, AnyModel>[] = await Promise.all(
  names.map(name => import(`./${name}.model.ts`)),
)

/** The model of every machine of the app and of the platform, by the machine's id. Each is the only export of its file. */
export const models: readonly AnyModel[] = files.flatMap(file => Object.values(file))
