import { expect, test } from 'vitest'
import { createRunning } from '../../../platform/environments/docker/running.ts'
import { createLog } from '../../../platform/log.ts'

const ending = { reason: 'it ended with exit code 1' }

/** Some environments that run, and an engine that fails to remove those in `stuck`. */
function open(...ids: string[]) {
  const stuck = new Set<string>()
  const reported: string[] = []
  const running = createRunning({
    remove: async id => {
      if (stuck.has(id)) throw new Error('device or resource busy')
    },
    log: createLog('silent'),
  })
  running.watch(id => reported.push(id))
  for (const id of ids) running.begin(id)
  const look = async () => {
    for (const [id, run] of running.runs()) await running.reportEnd(id, run, ending)
  }
  return { ...running, stuck, reported, look }
}

test('an end whose remains cannot be removed is reported later, and the others now', async () => {
  const { stuck, reported, look } = open('one', 'two')
  stuck.add('one')
  await look()
  expect(reported).toEqual(['two'])
  stuck.clear()
  await look()
  expect(reported).toEqual(['two', 'one'])
})

test('an end that two looks find is reported once, and none of an earlier run', async () => {
  const { reported, runs, reportEnd, begin } = open('one')
  const [[id, run] = ['', Symbol()]] = runs()
  await Promise.all([reportEnd(id, run, ending), reportEnd(id, run, ending)])
  expect(reported).toEqual(['one'])
  begin('one')
  await reportEnd(id, run, ending)
  expect(reported).toEqual(['one'])
})

test('one that ended before and cannot be removed keeps nobody waiting', async () => {
  const { stuck, removeEnded } = open()
  stuck.add('one')
  await removeEnded('one')
})
