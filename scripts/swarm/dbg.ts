import { readdir } from 'node:fs/promises'
import { createDockerDriver } from '../../platform/environments/docker/driver.ts'
import { createLog } from '../../platform/log.ts'
import { buildFolder, containerSpec, telling } from '../../tests/platform/docker/fixture.ts'
import { joinSwarm, raiseNodes } from './nodes.ts'
const folder = await buildFolder(telling)
const { nodes, down } = await raiseNodes(2)
try {
  await joinSwarm(nodes)
  for (const { docker } of nodes) { const s = await docker.buildImage({ context: folder, src: await readdir(folder) }, { t: '127.0.0.1:5/x/y' }); await new Promise(r => docker.modem.followProgress(s, r)) }
  const m = nodes[0]!.docker
  const driver = await createDockerDriver({ docker: m, host: '0.0.0.0', log: createLog('debug') })
  const spec = containerSpec('one', folder)
  await Promise.all(['one','two'].map(id=>driver.start({ ...spec, id, definition: { ...spec.definition, build: null, image: '127.0.0.1:5/x/y', startTimeoutMs: 12000 } }, new AbortController().signal).then(console.log, e => console.log(e.message)).then(async()=>{}).finally(()=>{}))).catch(()=>{})
  const p = driver.start({ ...spec, id: 'three', definition: { ...spec.definition, build: null, image: '127.0.0.1:5/x/y', startTimeoutMs: 8000 } }, new AbortController().signal).catch(e => console.log(e.message))
  await new Promise(r => setTimeout(r, 6000))
  for (const filters of [{label:['guidon.platform=main']},{service:['guidon-main-three']},{name:['guidon-main-three']}, undefined]) console.log(JSON.stringify(filters), JSON.stringify((await m.listTasks(filters ? {filters} as any : undefined).catch((e: Error) => e.message) as any[]).map?.((t:any)=>t.Status)))
  console.log((await m.listServices({filters:{label:['guidon.platform=main'], name:['guidon-main-three']}})).length)
  for (const n of nodes) for (const c of await n.docker.listContainers()) { const r = await fetch(`http://${n.address}:${c.Ports[0]!.PublicPort}`, {signal: AbortSignal.timeout(2000)}).then(r=>r.text()).catch(e=>e.cause??e); console.log(n.address, c.Names, String(r).slice(0,60)) }
  await p
  await driver.close()
} finally { await down() }
