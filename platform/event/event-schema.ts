import { isIPv4 } from 'node:net'
import * as v from 'valibot'
import { detailFields } from './details/details-schema.ts'
import {
  block,
  count,
  description,
  duration,
  flag,
  lifetime,
  limit,
  list,
  memory,
  orBlock,
  password,
  processors,
  startTimeout,
  text,
  time,
} from './fields.ts'

const minutes = 60_000
const hours = 60 * minutes

const slug = v.pipe(text, v.regex(/^[a-z0-9-]+$/, 'may have a-z, 0-9 and dashes only'))
const cidr = v.pipe(
  text,
  v.check(given => readNetwork(given) !== null, 'must be an IPv4 network like 10.13.0.0/16'),
)

/** The database counts its addresses, and takes no other form. */
const pool = v.pipe(
  cidr,
  v.check(
    given => readNetwork(given)?.isFirst !== false,
    'must begin with the first address of the network, like 10.13.0.0/16',
  ),
  v.check(
    given => (readNetwork(given)?.bits ?? 0) <= 30,
    'has no address for a device: write /30 or less, like 10.13.0.0/16',
  ),
)

/** @returns null if it is no IPv4 network. `isFirst`: whether the address is the network's first */
function readNetwork(given: string): { bits: number; isFirst: boolean } | null {
  const [, address = '', prefix = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(given) ?? []
  const bits = Number(prefix)
  if (!isIPv4(address) || bits > 32) return null
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  return { bits, isFirst: number % 2 ** (32 - bits) === 0 }
}

const debianPackage = v.pipe(
  text,
  v.regex(/^[a-z0-9][a-z0-9+.-]+$/, "must be the name of one of Debian's packages"),
)

const groupPassword = v.pipe(
  v.any(),
  // Such a group would be open to everybody.
  v.check(given => given !== null, 'is empty; put a password that begins with # in quotes'),
  text,
  v.maxLength(1024, 'is longer than 1024 characters'),
)

const scoreGroup = block({
  name: text,
  slug: v.optional(slug),
  description,
  /** Only users who know it may choose the group. If it is absent, everybody may. */
  password: v.optional(groupPassword),
})

const lease = (runs: number, extension: number, last: number) => ({
  /** How long it runs after its start. */
  lifetime: v.optional(lifetime, `${runs / minutes}m`),
  /** How much one extension adds. */
  extension: v.optional(duration, `${extension / minutes}m`),
  /** An extension is possible when no more than this is left. */
  extendableInLast: v.optional(duration, `${last / minutes}m`),
})

/** What `event.yaml` may say. `npm run event -- new FOLDER` writes one with comments. */
export const EventFile = block({
  name: text,
  ...detailFields,
  start: time,
  end: time,
  /** From then until the end, the scoreboard does not show what others solve. */
  freeze: v.optional(time),
  /** Whether everybody may see the scoreboard, without a sign-in. */
  publicScoreboard: v.optional(flag, false),
  /** Until then everything still works, but gives no points. */
  postPlayEnd: v.optional(time, 'end'),
  flagPrefix: v.optional(
    v.pipe(text, v.regex(/^[A-Za-z0-9_-]+$/, 'may have letters, digits, dash and underscore only')),
    'FLAG',
  ),
  teamMode: v.optional(flag, false),
  teamSize: v.optional(limit, null),
  scoreGroups: v.optional(v.pipe(list(scoreGroup), v.nonEmpty('needs one group or more')), [
    { name: 'Everyone' },
  ]),
  environments: v.optional(
    block({
      /** How many an account may have at once. */
      maximum: v.optional(limit, null),
      ...lease(2 * hours, hours, 30 * minutes),
      /** For challenges that do not say how much they need. */
      memory: v.optional(memory, 256),
      startTimeout: v.optional(startTimeout, '30s'),
      disk: v.optional(memory),
    }),
    {},
  ),
  desktop: v.optional(
    block({
      enabled: v.optional(flag, true),
      ...lease(4 * hours, 2 * hours, 30 * minutes),
      /** The memory of all programs of one desktop together. */
      memory: v.optional(memory, 2048),
      /** The largest size of its user's files. */
      home: v.optional(memory, 2048),
      /** Whether it reaches the internet. It always reaches the environments of its user's account. */
      internet: v.optional(flag, false),
      /** Whether its user hears what its programs play. */
      sound: v.optional(flag, false),
      /** What is on it, beside the usual packages: names of Debian's packages. */
      packages: v.optional(list(debianPackage)),
      /** In place of packages: an image, or a folder with a Dockerfile. */
      image: v.optional(v.pipe(text, v.regex(/^[\w][\w.:/@-]*$/, 'must be the name of an image'))),
      build: v.optional(text),
    }),
    {},
  ),
  vpn: v.optional(
    block({
      enabled: v.optional(flag, true),
      /** `host:port` for participants' devices. Default: the platform's own address. */
      endpoint: v.nullish(v.pipe(text, v.regex(/^\S+:\d{1,5}$/, 'must be host:port'))),
      /** The WireGuard interface of this host, for the peers. */
      interface: v.nullish(
        v.pipe(text, v.regex(/^[A-Za-z0-9_.-]{1,15}$/, 'must be the name of an interface')),
      ),
      pool: v.optional(pool, '10.13.0.0/16'),
      routes: v.optional(v.pipe(list(cidr), v.nonEmpty('needs one network or more'))),
    }),
    {},
  ),
  /** Sign-in accounts that exist from the start, for a demo. */
  accounts: v.optional(list(block({ username: text, password })), []),
  /** For challenges without `value` and `extra`. */
  scoring: v.optional(
    block({
      initial: count,
      decay: count,
      minimum: v.optional(count, 1),
      function: v.optional(
        v.picklist(['linear', 'logarithmic'], 'must be linear or logarithmic'),
        'logarithmic',
      ),
    }),
  ),
  /** Challenges that are taken away, although they have solves: folders, ids, or like `web/guest-book`. */
  withdrawn: v.optional(list(text), []),
  /** Words and order for categories; the others follow by name. */
  categories: v.optional(
    list(
      block({
        name: text,
        description,
        order: v.optional(v.number('must be a number')),
      }),
    ),
    [],
  ),
})
export type EventFile = v.InferOutput<typeof EventFile>

const port = v.pipe(count, v.maxValue(65535, 'must be a port number, 1 to 65535'))

/**
 * Those that stay within the container. The others reach the host: its kernel, clock, logs, devices or any of
 * its files.
 */
const capabilities = [
  ...[
    'AUDIT_WRITE',
    'FSETID',
    'IPC_LOCK',
    'IPC_OWNER',
    'LEASE',
    'LINUX_IMMUTABLE',
    'MKNOD',
    'NET_ADMIN',
  ],
  ...[
    'NET_BROADCAST',
    'NET_RAW',
    'SETFCAP',
    'SETPCAP',
    'SYS_ADMIN',
    'SYS_CHROOT',
    'SYS_NICE',
    'SYS_PTRACE',
  ],
  ...['SYS_RESOURCE', 'SYS_TTY_CONFIG'],
]
const capability = v.pipe(
  text,
  v.toUpperCase(),
  v.transform(name => name.replace(/^CAP_/, '')),
  v.picklist(
    capabilities,
    `is not a capability that an environment may have; known are ${capabilities.join(', ')}`,
  ),
)

/** @returns its name as the engine has it; null: no environment may have it */
export function allowedCapability(name: string): string | null {
  const read = v.safeParse(capability, name)
  return read.success ? read.output : null
}

/** What a challenge may say in its `environment:` block. */
export const EnvironmentBlock = block({
  /** `node server.ts`, or a list of program and arguments. */
  command: v.optional(
    v.union(
      [text, v.pipe(list(text), v.nonEmpty('is empty'))],
      'must be a command or a list of words',
    ),
  ),
  image: v.optional(text),
  /** A folder of the challenge with a Dockerfile. */
  build: v.optional(text),
  /** A compose file of the challenge: its services are one environment. */
  compose: v.optional(text),
  /** Numbers, or blocks of port, protocol and title. */
  ports: v.optional(
    v.pipe(
      list(
        orBlock(
          v.pipe(v.number('must be a port number, or a block of port, protocol and title'), port),
          block({
            port,
            protocol: v.optional(text),
            title: v.optional(text),
          }),
        ),
      ),
      v.nonEmpty('needs one port or more'),
    ),
  ),
  memory: v.optional(memory),
  startTimeout: v.optional(startTimeout),
  cpus: v.optional(processors),
  /** For a container: how much it may write. For a command: the size of /tmp. */
  disk: v.optional(memory),
  internet: v.optional(flag),
  /** These three instead of the event's. */
  lifetime: v.optional(lifetime),
  extension: v.optional(duration),
  extendableInLast: v.optional(duration),
  /** For a container, in addition to the usual ones: see SECURITY.md. */
  capabilities: v.optional(list(capability)),
})
export type EnvironmentBlock = v.InferOutput<typeof EnvironmentBlock>
