import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { seenByRules } from './observed-xstate.ts'

afterAll(() => {
  const folder = process.env.GUIDON_RULES_FOLDER
  if (!folder) throw new Error('GUIDON_RULES_FOLDER must name the folder to write to.')
  const seen = [...seenByRules].map(([id, keys]) => [id, [...keys]])
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(seen))
})
