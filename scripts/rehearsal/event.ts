import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { buildFolder } from '../../tests/platform/docker/fixture.ts'

/** A challenge whose flags participants know. */
export interface Known {
  category: string
  slug: string
  flags: readonly string[]
}

const number = (count: number) => Array.from({ length: count }, (_, index) => index)
const prefix = 'SHOW'

export const doors: readonly Known[] = number(12).map(index => ({
  category: index % 2 === 0 ? 'crypto' : 'web',
  slug: `door-${index}`,
  flags: [`${prefix}{door-${index}}`],
}))
export const triple: Known = {
  category: 'misc',
  slug: 'triple',
  flags: number(3).map(index => `${prefix}{part-${index}}`),
}
/** At first, its file has a wrong flag: an organiser's mistake. */
export const mistyped: Known = {
  category: 'misc',
  slug: 'mistyped',
  flags: [`${prefix}{as-printed}`],
}
/** Hidden until an organiser releases it. */
export const late: Known = { category: 'misc', slug: 'late', flags: [`${prefix}{late}`] }
/** It opens when a team has solved the first door. */
export const locked: Known = { category: 'misc', slug: 'locked', flags: [`${prefix}{locked}`] }
/** Challenges with own flags for each account, which their environments print. */
export const services = ['service-0', 'service-1']
/** Its environments end before they answer. */
export const broken = 'broken'

export type Engine = 'process' | 'docker'

export interface Times {
  start: string
  end: string
  postPlayEnd: string
}

export interface RehearsalEvent {
  folder: string
  /** Writes `event.yaml` with these times. */
  setTimes(times: Times): Promise<void>
  mendMistake(): Promise<void>
}

/** Writes the event. The command lines of its processes have `mark`. */
export async function writeRehearsalEvent(
  folder: string,
  times: Times,
  { engine, mark }: { engine: Engine; mark: string },
): Promise<RehearsalEvent> {
  const write = async (path: string, data: object) => {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    // A platform that reads it now gets the old file or the new one, never a part.
    await writeFile(`${file}.new`, stringify(data))
    await rename(`${file}.new`, file)
  }
  const add = ({ category, slug }: Pick<Known, 'category' | 'slug'>, rest: object) =>
    write(`${category}/${slug}/challenge.yml`, {
      name: slug,
      category,
      author: 'us',
      description: `Open **${slug}**.`,
      version: '0.1',
      state: 'visible',
      ...rest,
    })
  const setTimes = (set: Times) =>
    write('event.yaml', {
      name: 'Rehearsal',
      flagPrefix: prefix,
      teamMode: true,
      teamSize: 4,
      scoreGroups: [{ name: 'Open' }, { name: 'Guests' }],
      publicScoreboard: true,
      ...set,
      environments: { maximum: 2, memory: 32, lifetime: '2m', extension: '2m' },
      desktop: { enabled: false },
    })
  const setMistyped = (flag: string) => add(mistyped, { value: 100, flags: [flag] })

  await setTimes(times)
  for (const door of doors)
    await add(door, {
      type: 'dynamic',
      extra: { initial: 500, decay: 40, minimum: 100 },
      flags: door.flags,
      hints: [{ id: 'dear', content: 'Knock.', cost: 10 }],
    })
  await add(triple, { value: 300, logic: 'all', flags: triple.flags })
  await add(late, { value: 200, flags: late.flags })
  await add(locked, { value: 150, flags: locked.flags, requirements: ['door-0'] })
  await setMistyped(`${prefix}{as-pirnted}`)
  for (const slug of services) {
    await add(
      { category: 'net', slug },
      {
        value: 250,
        flags: [{ type: 'bound', id: slug }],
        environment:
          engine === 'docker'
            ? { build: '.', ports: [{ port: 7000, protocol: 'tcp' }] }
            : { command: ['perl', '-MIO::Socket::INET', '-e', printing(mark)], ports: [7000] },
      },
    )
    if (engine === 'docker') await addBuild(join(folder, 'net', slug), serving)
  }
  const isDocker = engine === 'docker'
  await add(
    { category: 'net', slug: broken },
    {
      value: 50,
      flags: [{ type: 'bound', id: broken }],
      environment: {
        ...(isDocker ? { build: '.' } : { command: ['sh', '-c', failing] }),
        ports: [{ port: 7000, protocol: 'tcp' }],
      },
    },
  )
  if (isDocker) await addBuild(join(folder, 'net', broken), failing)
  return { folder, setTimes, mendMistake: () => setMistyped(mistyped.flags[0] ?? '') }
}

/** What a service prints when it has begun. */
export const GREETING = 'it listens'

/** What the environment of `broken` prints before it ends. */
export const LAST_WORDS = 'the database is missing'
const failing = `echo '${LAST_WORDS}'; exit 3`

/** Prints the flag of its account on each connection. */
const printing = (mark: string) =>
  `$|=1;print "${GREETING}\\n";` +
  'my $s=IO::Socket::INET->new(Listen=>9,ReuseAddr=>1,LocalAddr=>$ENV{HOST},LocalPort=>$ENV{PORT})or die;' +
  `while(my $c=$s->accept){print $c "$ENV{FLAG}\\n";close $c} # ${mark}`

const serving =
  `echo '${GREETING}'; ` +
  'echo \'echo "$FLAG"\' > /tmp/flag.sh; exec nc -ll -p 7000 -e sh /tmp/flag.sh'

async function addBuild(folder: string, script: string) {
  const made = await buildFolder(`${script}\n`)
  for (const name of await readdir(made)) await rename(join(made, name), join(folder, name))
  await rm(made, { recursive: true })
}
