import { afterAll, beforeAll } from 'vitest'
import { beginReuse, endReuse } from './reused-databases.ts'

// One file's tests share the databases in memory. An open one would keep the worker from ending.
beforeAll(beginReuse)
afterAll(endReuse)
