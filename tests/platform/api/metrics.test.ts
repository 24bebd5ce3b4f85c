import { expect, test } from 'vitest'
import { createMetrics } from '../../../platform/api/metrics.ts'
import type { HttpRequest } from '../../../platform/http/message.ts'

const request = {
  url: new URL('http://127.0.0.1/metrics'),
  address: '127.0.0.1',
  header: () => undefined,
} as unknown as HttpRequest

test('metrics are in seconds and bytes', async () => {
  const metrics = createMetrics({
    ofProcess: false,
    token: null,
    isOpenToThisHost: true,
    failures: null,
  })
  metrics.observe('getUser', 200, 250)
  const capacity = { used: () => 512, waiting: () => 3 } as never
  metrics.watchCapacities({
    environments: Object.assign(capacity, { megabytes: 2048 }),
    desktops: { used: () => 0, waiting: () => 0, megabytes: null } as never,
  })
  const { body } = await metrics.answer(request)
  const lines = String(body).split('\n')
  for (const line of [
    'guidon_request_duration_seconds_sum{call="getUser",status="200"} 0.25',
    'guidon_capacity_bytes{of="environments"} 2147483648',
    'guidon_capacity_bytes{of="desktops"} +Inf',
    'guidon_capacity_used_bytes{of="environments"} 536870912',
    'guidon_queue_length{of="environments"} 3',
  ])
    expect(lines).toContain(line)
})
