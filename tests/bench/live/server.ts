// The platform of the bench `live`, in its own process. It sends its address and the tokens of its users, and measures
// itself on request.
import { writeEvent } from '../../platform/core/events.ts'
import { startPlatform } from '../../platform/start-platform.ts'

const users = Number(process.argv[2])
const hours = (number: number) => new Date(Date.now() + number * 3_600_000).toISOString()
const platform = await startPlatform({
  eventFolder: await writeEvent({
    start: hours(-1),
    end: hours(10),
    postPlayEnd: hours(11),
    teamMode: false,
    scoreGroups: [{ name: 'Open' }],
  }),
  listen: true,
})
const tokens: string[] = []
for (let number = 0; number < users; number++) {
  const token = await platform.signIn(`user${number}`)
  tokens.push(token)
  await platform.fetch('/v1/score_groups/select', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ scoreGroup: 'open' }),
  })
}

process.on('message', async ({ solve }: { solve?: number }) => {
  if (solve === undefined) {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const streams = platform.composition.platform.live.count
    process.send?.({ rss, heap: heapUsed + external, cpu: (user + system) / 1000, streams })
    return
  }
  const { status } = await platform.fetch('/v1/challenges/plain/solve?category=misc', {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[solve]}` },
    body: JSON.stringify({ flag: 'TEST{plain}' }),
  })
  process.send?.({ solved: status })
})
process.on('disconnect', () => process.exit())
process.send?.({ port: platform.port, tokens })
