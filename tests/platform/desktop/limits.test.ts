import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import {
  checkLimits,
  groupLimits,
  kernelLimits,
  maxFileMb,
  maxProcesses,
} from '../../../platform/desktop/limits.ts'
import { memoryOf } from '../../../platform/runtime/memory.mjs'

/** More than a process ever has, so that only the number of processes counts. */
const plenty = { memoryMb: 1_000_000 }

test('a desktop with more than 512 processes ends, and says why', () => {
  const pids = Array.from({ length: 512 }, () => 0)
  expect(checkLimits(pids, plenty)).toBe(null)
  expect(checkLimits([...pids, 0], plenty)).toEqual({
    end: 'it ran more than 512 processes',
    code: 'processes',
  })
  expect(maxProcesses).toBe(512)
})

test('too much memory ends the largest program; more than twice of it ends the desktop', () => {
  const small = spawn('sleep', ['600'], { stdio: 'ignore' })
  onTestFinished(() => void small.kill())
  const pids = [small.pid ?? 0, process.pid, small.pid ?? 0]
  const all = memoryOf(pids, 0)
  expect(checkLimits(pids, { memoryMb: 2 * all })).toBe(null)
  expect(checkLimits(pids, { memoryMb: all / 1.5 })).toEqual({ kill: process.pid })
  const memoryMb = Math.floor(all / 3)
  expect(checkLimits(pids, { memoryMb })).toEqual({
    end: `it used more than twice its ${memoryMb} MB of memory`,
    code: 'memory',
  })
})

test('one file fills no more than 2 GB, and no more than the home', () => {
  expect([512, 4096].map(homeMb => maxFileMb({ homeMb }))).toEqual([512, 2048])
})

test('the kernel limits memory and files, and a lack of memory ends one program only', () => {
  const limits = { memoryMb: 1024, homeMb: 512 }
  expect(kernelLimits(limits, { isOwnUser: true })).toEqual({
    seconds: null,
    openFiles: 4096,
    fileMb: 512,
    mappedMb: 2048,
    tasks: 4096,
  })
  // All desktops that run as the platform's user would share the number.
  expect(kernelLimits(limits, { isOwnUser: false }).tasks).toBe(null)
  expect(groupLimits(limits)).toEqual({
    memoryMb: 1024,
    tasks: 4096,
    processors: 2,
    endsTogether: false,
  })
})
