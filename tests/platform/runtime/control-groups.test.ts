import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ControlGroups, findControlGroups } from '../../../platform/runtime/control-groups.ts'

const all = 'cpuset cpu io memory pids'

/** Plain files like those of the kernel: they store what is written, and limit nothing. */
async function tree(path: string, given = all) {
  const mount = await mkdtemp(join(tmpdir(), 'guidon-groups-'))
  const folder = join(mount, path)
  await mkdir(folder, { recursive: true })
  await writeFile(join(mount, 'cgroup.controllers'), `${all}\n`)
  await writeFile(join(folder, 'cgroup.controllers'), `${given}\n`)
  await writeFile(join(folder, 'cgroup.procs'), '11\n12\n')
  const said = (file: string) => readFile(join(folder, file), 'utf8')
  return { mount, folder, said, find: (own = `0::${path}\n`) => findControlGroups(mount, own) }
}

test.each([
  ['version 1 only', '', '9:memory:/a\n', /none of version 2/],
  ['a login session', all, '0::/user.slice/session-1.scope\n', /not a service of its own/],
  ['some controllers only', 'cpu memory', '0::/guidon.service\n', 'its group lacks pids'],
  ['a group that is not there', all, '0::/elsewhere\n', /lacks memory, pids, cpu/],
])('there are none in %s, and it says why', async (_, given, own, reason) => {
  const { find } = await tree('/guidon.service', given)
  expect(find(own)).toMatch(reason)
})

test('there are none where nothing may be written', async () => {
  const { folder, find } = await tree('/guidon.service')
  await mkdir(join(folder, 'cgroup.subtree_control'))
  expect(find()).toMatch(/EISDIR/)
})

test('on this host they are found, or it says why not', () => {
  const found = findControlGroups()
  if (typeof found === 'string') expect(found).not.toBe('')
  else found.open('test', { memoryMb: 16, tasks: 16, processors: 1, endsTogether: true }).close()
})

test('the platform makes room in its group, once', async () => {
  const { mount, said, find } = await tree('/guidon.service')
  expect(find()).not.toBeTypeOf('string')
  // Each write moves one process.
  expect(await said('platform/cgroup.procs')).toBe('12')
  expect(await said('cgroup.subtree_control')).toBe('+memory +pids +cpu')
  await writeFile(join(mount, 'guidon.service/platform/cgroup.controllers'), '')
  expect(find('0::/guidon.service/platform\n')).not.toBeTypeOf('string')
})

test('a group has its limits before anything runs in it, and a command enters it itself', async () => {
  const { folder, said, find } = await tree('/guidon.service')
  await mkdir(join(folder, 'guidon-one'))
  await writeFile(join(folder, 'guidon-one/memory.swap.max'), 'max')
  const groups = find() as ControlGroups
  const limits = { memoryMb: 64, tasks: 320, processors: 2, endsTogether: true }
  const group = groups.open('one', limits)
  expect(await said('guidon-one/memory.max')).toBe(String(64 * 2 ** 20))
  expect(await said('guidon-one/memory.swap.max')).toBe('0')
  expect(await said('guidon-one/memory.oom.group')).toBe('1')
  expect(await said('guidon-one/pids.max')).toBe('320')
  expect(await said('guidon-one/cpu.max')).toBe('200000 100000')
  const [file = '', ...args] = group.around(['sh', '-c', 'echo $$ "$@"', 'sh', 'a b'])
  const ran = spawnSync(file, args, { encoding: 'utf8' })
  expect(ran.stdout).toBe(`${ran.pid} a b\n`)
  expect(await said('guidon-one/cgroup.procs')).toBe(`${ran.pid}\n`)
  await writeFile(join(folder, 'guidon-one/cgroup.kill'), '')
  group.close()
  expect(await said('guidon-one/cgroup.kill')).toBe('1')
})

test('a part of a processor is a whole number for the kernel', async () => {
  const { said, find } = await tree('/guidon.service')
  const groups = find() as ControlGroups
  groups.open('part', { memoryMb: 64, tasks: null, processors: 1.1, endsTogether: true })
  expect(await said('guidon-part/cpu.max')).toBe('110000 100000')
})

test('a group that somebody has removed is closed like any other', async () => {
  const { folder, find } = await tree('/guidon.service')
  const groups = find() as ControlGroups
  const limits = { memoryMb: 64, tasks: null, processors: 1, endsTogether: true }
  const group = groups.open('gone', limits)
  await rm(join(folder, 'guidon-gone'), { recursive: true })
  group.close()
  groups.open('gone', limits).close()
})

test('a command that cannot enter its group does not run', async () => {
  const { folder, find } = await tree('/guidon.service')
  const groups = find() as ControlGroups
  const limits = { memoryMb: 64, tasks: null, processors: 1, endsTogether: false }
  const group = groups.open('two', limits)
  await mkdir(join(folder, 'guidon-two/cgroup.procs'))
  const [file = '', ...args] = group.around(['echo', 'ran'])
  const { status, stdout } = spawnSync(file, args, { encoding: 'utf8' })
  expect([status === 0, stdout]).toEqual([false, ''])
})
