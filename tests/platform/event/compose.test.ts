import { expect, test } from 'vitest'
import { fill } from '../../../platform/environments/docker/container-specs.ts'
import { wordsOf } from '../../../platform/event/environment/words.ts'
import { loadEvent } from '../../../platform/event/load.ts'
import { challenge, firstStart, minimalEvent, writeFolder } from './write-folder.ts'

const dockerfile = 'FROM scratch\n'
const read = async (compose: string, more = 'image: __compose__') => {
  const folder = await writeFolder({
    'event.yaml': minimalEvent,
    'shop/challenge.yml': challenge(`flags: [x]\n${more}`),
    'shop/docker-compose.yml': compose,
    'shop/app/Dockerfile': dockerfile,
    'other/Dockerfile': dockerfile,
  })
  const { event, warnings } = await loadEvent(folder, { firstStart })
  return {
    folder,
    environment: event.challenges[0]?.environment,
    problems: warnings.map(({ severity, field, message }) => `${severity}: ${field}: ${message}`),
  }
}

const usual = `
services:
  app:
    build: ./app
    depends_on: [store]
    command: run --name "the shop" 'of all'
    ports: ["8080:80", "127.0.0.1:9000:9000/udp"]
    environment: { STORE: "store:6379", TOKEN: "\${FLAG}" }
    volumes: [uploads:/uploads]
    restart: always
  store:
    image: redis:7
    environment: [MODE=small]
    deploy: { resources: { limits: { memory: 64M, cpus: "0.5" } } }
volumes: { uploads: {} }
`

test('the services of a compose file are one environment', async () => {
  const { folder, environment, problems } = await read(usual)
  expect(problems).toEqual([])
  expect(environment).toEqual({
    kind: 'compose',
    ports: [
      { port: 80, protocol: 'http', title: 'HTTP', service: 'app' },
      { port: 9000, protocol: 'udp', title: 'UDP', service: 'app' },
    ],
    memoryMb: 256 + 64,
    startTimeoutMs: 30_000,
    services: [
      {
        name: 'store',
        program: { kind: 'image', image: 'redis:7' },
        memoryMb: 64,
        cpus: 0.5,
        variables: { MODE: 'small' },
        capabilities: [],
        volumes: [],
      },
      {
        name: 'app',
        program: { kind: 'build', folder: `${folder}/shop/app` },
        memoryMb: 256,
        variables: { STORE: 'store:6379', TOKEN: `\${FLAG}` },
        capabilities: [],
        command: ['run', '--name', 'the shop', 'of all'],
        volumes: ['/uploads'],
      },
    ],
  })
})

test('our block names the file, and which published ports are shown, and how', async () => {
  const block =
    'environment: { compose: docker-compose.yml, memory: 100, ports: [{port: 80, title: Shop}] }'
  const { environment } = await read(usual, block)
  expect(environment?.ports).toEqual([
    { port: 80, protocol: 'http', title: 'Shop', service: 'app' },
  ])
  expect(environment?.memoryMb).toBe(164)
})

const published = 'image: x\n    ports: [80]'
test.each([
  ['privileged: true', '.privileged gives rights over the host; remove it'],
  ['network_mode: host', '.network_mode takes it out of the network of its environment; remove it'],
  [
    'volumes: ["/:/host"]',
    '.volumes has a file or folder of the host; write COPY in its Dockerfile',
  ],
  [
    'volumes: ["./flag:/flag"]',
    '.volumes has a file or folder of the host; write COPY in its Dockerfile',
  ],
  ['cap_add: [SYS_MODULE]', '.cap_add has one that no environment may have'],
  ['mem_limit: much', '.mem_limit is not a size like 256m'],
  ['build: ../other', ' has no image, and no build with a Dockerfile in the challenge'],
])('%s of a service is a mistake', async (line, problem) => {
  const { environment, problems } = await read(`services:\n  app:\n    ${published}\n    ${line}\n`)
  expect(environment).toBeUndefined()
  expect(problems).toEqual([`left out: image: docker-compose.yml: services.app${problem}`])
})

test.each([
  ['services: {}', 'docker-compose.yml has no services'],
  [
    'services: { app: { image: x } }',
    'docker-compose.yml publishes no port; add ports to a service',
  ],
  [
    'services: { app: { image: x, ports: ["80-90:80-90"] } }',
    `docker-compose.yml: services.app.ports has '"80-90:80-90"', which is not one port`,
  ],
])('%s is a mistake', async (compose, problem) => {
  const { problems } = await read(compose)
  expect(problems[0]).toBe(`left out: image: ${problem}`)
})

test('unknown fields of a service are warnings', async () => {
  const { environment, problems } = await read(
    `services:\n  app:\n    ${published}\n    gpus: all\n`,
  )
  expect(environment?.kind).toBe('compose')
  expect(problems).toEqual([
    'warning: image: docker-compose.yml: services.app.gpus is not known here; it has no effect',
  ])
})

test('commands and variables are written as in compose files', () => {
  expect(wordsOf('sh -c "echo \\"hi\\" $HOME"')).toEqual(['sh', '-c', 'echo "hi" $HOME'])
  expect(wordsOf(['sh', '-c', 'x y'])).toEqual(['sh', '-c', 'x y'])
  const variables = { FLAG: 'F{x}' }
  expect(fill(`$FLAG \${FLAG} $$FLAG \${NONE:-none} [\${NONE}]`, variables)).toBe(
    'F{x} F{x} $FLAG none []',
  )
})
