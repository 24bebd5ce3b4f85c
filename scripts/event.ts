/** `npm run event -- check FOLDER` and `npm run event -- new FOLDER`. */
import { resolve } from 'node:path'
import { checkEvent } from '../platform/event/check.ts'
import { createEvent } from '../platform/event/create.ts'

const usage = `Usage:
  npm run event -- check FOLDER   look for mistakes, and list what participants will see
  npm run event -- new FOLDER     write an example event to start from`

const [command, given, ...rest] = process.argv.slice(2)
// npm runs scripts in the project's folder, even if it was called in another one.
const folder = given && resolve(process.env.INIT_CWD ?? '', given)

if ((command !== 'check' && command !== 'new') || !folder || rest.length > 0) {
  console.error(usage)
  process.exitCode = 1
} else {
  try {
    await (command === 'check' ? check(folder) : create(folder))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

async function check(folder: string) {
  const { ok, text } = await checkEvent(folder, new Date())
  console.log(text)
  if (!ok) process.exitCode = 1
}

async function create(folder: string) {
  await createEvent(folder)
  console.log(`Wrote an example event to ${given}. What next:
  npm run event -- check ${given}
  npm start -- --event ${given}`)
}
