import { afterAll, beforeAll } from 'vitest'
import { beginReuse, closeSpare } from './reused-databases.ts'

// The tests of all files that a worker runs share the databases in memory.
beforeAll(beginReuse)
afterAll(closeSpare)
