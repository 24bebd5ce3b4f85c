import * as zlib from 'node:zlib'

// Node has both since 20.18 and 22.2. Without them, the platform would fail later, with a message that helps nobody.
if (!('parse' in URL && 'crc32' in zlib)) {
  console.error(
    `Guidon needs Node 20.18 or newer (of Node 22: 22.2), and this is ${process.version}`,
  )
  process.exit(1)
}

// Adds what the platform and its packages need beyond Node 20. It must be imported before them.
Promise.withResolvers ??= <T>() => {
  let resolve: PromiseWithResolvers<T>['resolve'] = () => {}
  let reject: PromiseWithResolvers<T>['reject'] = () => {}
  const promise = new Promise<T>((...both) => {
    ;[resolve, reject] = both
  })
  return { promise, resolve, reject }
}

Map.groupBy ??= <K, T>(items: Iterable<T>, choose: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = choose(item, index++)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
}

// The closest substitute is the time of all threads together.
process.threadCpuUsage ??= process.cpuUsage
