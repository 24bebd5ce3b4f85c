// `npm run conformance -- URL`: checks a running backend against the contract.
import { randomBytes } from 'node:crypto'
import { InvalidArgumentError } from 'commander'
import { runConformance } from '../tests/platform/conformance/suite.ts'
import { createBrowser, signIn } from '../tests/platform/core/sign-in-browser.ts'
import { createCommand } from './command.ts'

function originOf(text: string): string {
  const url = URL.parse(text)
  if (!url) throw new InvalidArgumentError('Give an address such as http://127.0.0.1:8080.')
  return url.origin
}

const program = createCommand(
  'npm run conformance --',
  'Checks a running backend against the contract, call by call.',
)
  .argument('<url>', "where the backend's /v1 lies, for example http://127.0.0.1:8080", originOf)
  .option(
    '--token <token>',
    'a bearer token of a user who has never been there, as often as you like (seven serve an event with teams ' +
      'of four). Without any, accounts are made on the sign-in page of the embedded identity provider.',
    (token, before: string[] = []) => [...before, token],
  )
  .parse()
const [origin] = program.processedArgs as [string]
const { token: tokens } = program.opts<{ token?: string[] }>()

async function newUser(): Promise<string> {
  if (tokens) {
    const token = tokens.shift()
    if (token) return token
    throw new Error('give more tokens: this event needs more users')
  }
  const name = `conformance-${randomBytes(5).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  return (await signIn(createBrowser(), origin, name, password, 'create')).access_token
}

try {
  const report = await runConformance({
    request: (path, init) => fetch(origin + path, init),
    newUser,
  })
  for (const [name, { seen, problems }] of report) {
    console.log(
      `${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(20)} ${[...seen].join(' ')}`,
    )
    for (const problem of new Set(problems)) console.log(`       ${problem}`)
  }
  const failed = [...report.values()].filter(({ problems }) => problems.length > 0).length
  console.log(`\n${report.size} calls, ${failed} of them break the contract`)
  process.exit(failed === 0 ? 0 : 1)
} catch (error) {
  console.error(`the backend at ${origin} cannot be checked: ${(error as Error).message}`)
  process.exit(1)
}
