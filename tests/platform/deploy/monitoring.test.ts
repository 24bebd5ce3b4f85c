import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { createMetrics } from '../../../platform/api/metrics.ts'
import { portOf } from '../../../platform/environments/process/ports.ts'
import { listen } from '../../support/servers/listen.ts'
import { ownPort } from '../../support/servers/own-port.ts'

const prometheus = '/usr/bin/prometheus'
const promtool = '/usr/bin/promtool'
const token = 'a-token-for-prometheus'
const folder = join(import.meta.dirname, '../../../deploy')
const read = (name: string) => readFile(join(folder, name), 'utf8')

function watchedMetrics() {
  const metrics = createMetrics({ ofProcess: true, token, isOpenToThisHost: false, failures: null })
  metrics.watchCapacities({
    environments: { megabytes: 1, used: () => 0, waiting: () => 0 } as never,
    desktops: { megabytes: null, used: () => 0, waiting: () => 0 } as never,
  })
  metrics.watchStreams({ count: 0 })
  return metrics
}

const bodyOf = async (metrics: ReturnType<typeof createMetrics>) =>
  String((await metrics.answer({ header: () => `Bearer ${token}` } as never)).body)

interface Panel {
  title: string
  targets: { expr: string }[]
}

const panels = async (): Promise<Panel[]> => JSON.parse(await read('grafana-dashboard.json')).panels

test('dashboard and alerts ask for metrics that there are', async () => {
  const alerts = parse(await read('alerts.yaml'))
  const asked = [
    ...(await panels()).flatMap(panel => panel.targets),
    ...alerts.groups.flatMap((group: { rules: { expr: string }[] }) => group.rules),
  ].flatMap(({ expr }: { expr: string }) => expr.match(/\bguidon_\w+/g) ?? [])
  expect(asked.length).toBeGreaterThan(20)
  const types = (await bodyOf(watchedMetrics())).matchAll(/^# TYPE (\S+) (\S+)$/gm)
  const there = new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  expect([...new Set(asked)].filter(name => !there.has(name))).toEqual([])
})

test.skipIf(!existsSync(promtool))(
  'each alert fires when it must, and only then (needs /usr/bin/promtool)',
  async () => {
    const tests = join(import.meta.dirname, 'alerts.yaml')
    execFileSync(promtool, ['test', 'rules', tests], { encoding: 'utf8', stdio: 'pipe' })
    const [alerts, tried] = [parse(await read('alerts.yaml')), parse(await readFile(tests, 'utf8'))]
    const fired = tried.tests.flatMap((one: { alert_rule_test: AlertTest[] }) =>
      one.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0),
    )
    const names = alerts.groups[0].rules.map(({ alert }: { alert: string }) => alert)
    expect(new Set(fired.map(({ alertname }: AlertTest) => alertname))).toEqual(new Set(names))
  },
)

interface AlertTest {
  alertname: string
  exp_alerts: unknown[]
}

test.skipIf(!existsSync(prometheus))(
  'Prometheus reads the metrics, and each query of the dashboard has data (needs /usr/bin/prometheus)',
  async () => {
    const metrics = watchedMetrics()
    const server = createServer(async (incoming, response) => {
      const header = (name: string) => incoming.headers[name] as string | undefined
      try {
        const { headers, body } = await metrics.answer({ header } as never)
        response.writeHead(200, headers as Record<string, string>).end(body)
      } catch {
        response.writeHead(401).end()
      }
    })
    await listen(server)
    onTestFinished(() => void server.close())

    const place = await mkdtemp(join(tmpdir(), 'guidon-prometheus-'))
    onTestFinished(() => rm(place, { recursive: true }))
    // The job that the comment in alerts.yaml shows.
    const shown =
      (await read('alerts.yaml')).match(/^#( {3}- job_name[\s\S]*?)^groups:/m)?.[1] ?? ''
    const jobs = shown
      .replace(/^#/gm, '')
      .replace('METRICS_TOKEN', token)
      .replace('127.0.0.1:8080', `127.0.0.1:${portOf(server)}`)
    const file = join(place, 'prometheus.yml')
    const rules = stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s' },
      rule_files: [join(folder, 'alerts.yaml')],
      scrape_configs: parse(jobs),
    })
    await writeFile(file, rules)
    const port = await ownPort()
    const data = ['--storage.tsdb.path', place, '--web.listen-address', `127.0.0.1:${port}`]
    const child = spawn(prometheus, ['--config.file', file, '--log.level', 'error', ...data], {
      stdio: 'inherit',
    })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      if (child.kill()) await ended
    })

    const ask = async (query: string) => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`
      const answer = (await (await fetch(url)).json()) as {
        error?: string
        data?: { result: { value: [number, string] }[] }
      }
      if (answer.error) throw new Error(`${query}: ${answer.error}`)
      return (answer.data?.result ?? []).filter(({ value: [, figure] }) => figure !== 'NaN')
    }
    const queries = (await panels()).flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ title, expr })),
    )
    await vi.waitFor(
      async () => {
        // Rates need counters that rise from one reading to the next.
        metrics.observe('get /v1/user', 200, 3)
        metrics.observeStart('web/shop', 'started')
        metrics.observeStart('web/shop', 'failed')
        const empty = []
        for (const { title, expr } of queries) if ((await ask(expr)).length === 0) empty.push(title)
        expect(empty).toEqual([])
        expect(await ask('up{job="guidon"} == 1')).toHaveLength(1)
      },
      { timeout: 120_000, interval: 250 },
    )
    const alerts = (await (await fetch(`http://127.0.0.1:${port}/api/v1/rules`)).json()) as {
      data: { groups: { rules: unknown[] }[] }
    }
    expect(alerts.data.groups[0]?.rules.length).toBe(
      parse(await read('alerts.yaml')).groups[0].rules.length,
    )
  },
)
