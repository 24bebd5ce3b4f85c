import { configure } from '@testing-library/react'

// What is waited for comes after a module that is loaded on demand: on a busy machine, not within
// the library's one second. It ends well before a test does.
configure({ asyncUtilTimeout: 60_000 })
