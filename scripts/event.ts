/** `npm run event -- check FOLDER`, `new FOLDER` and `reload`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandNames } from '../platform/command-names.ts'
import { checkEvent } from '../platform/event/check.ts'
import { createEvent } from '../platform/event/create.ts'
import { askForEvent, askToReload } from '../platform/organiser/ask.ts'
import { plainError } from '../platform/plain-error.ts'

const { start, event } = commandNames
const usage = `Usage:
  ${event} check FOLDER   look for mistakes, and list what participants will see
      --json                      the same for programs
      --against WHERE             and what a reload would change: the data folder of a running
                                  platform, or its address (with METRICS_TOKEN)
  ${event} new FOLDER     write an example event to start from
  ${event} reload         make the running platform, and its replicas, read its event again
      --data FOLDER               its data folder; default: .guidon`

/** npm runs scripts in the project's folder, even if it was called in another one. */
const fromCaller = (path: string) => resolve(process.env.INIT_CWD ?? '', path)

function read() {
  const text = { type: 'string' } as const
  const options = { against: text, data: text, json: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [command, folder, ...rest] = positionals
    if (rest.length > 0 || ((values.against !== undefined || values.json) && command !== 'check'))
      return null
    if (values.data !== undefined && command !== 'reload') return null
    if ((command === 'check' || command === 'new') && folder) return { ...values, command, folder }
    return command === 'reload' && !folder ? { ...values, command, folder: '' } : null
  } catch {
    return null
  }
}

async function check(folder: string, against?: string, isJson = false) {
  const token = process.env.METRICS_TOKEN ?? ''
  const where = against && (/^https?:/.test(against) ? against : fromCaller(against))
  const running = where ? await askForEvent(where, token) : undefined
  const { ok, text, data } = await checkEvent(fromCaller(folder), new Date(), running)
  console.log(isJson ? JSON.stringify({ ok, ...data }, null, 2) : text)
  if (!ok) process.exitCode = 1
}

async function create(folder: string) {
  await createEvent(fromCaller(folder))
  console.log(`Wrote an example event to ${folder}. What next:
  ${event} check ${folder}
  ${start} --event ${folder}`)
}

async function reload(data: string | undefined) {
  // Without a name: the folder that `npm start` uses.
  if (data === '') throw new Error('--data is empty: name the data folder of the platform')
  const folder = data ? fromCaller(data) : resolve(process.env.DATA || '.guidon')
  const { errors, changes, kept, leftOut, warnings, replicas } = await askToReload(folder)
  const part = (title: string, lines: string[]) =>
    lines.length > 0 ? ['', `${title} (${lines.length})`, ...lines] : []
  const text = [
    errors.length > 0
      ? 'The event stays as it was: event.yaml has mistakes.'
      : changes.length > 0
        ? 'The event was read again.'
        : 'The event was read again. Nothing changed.',
    ...part('Errors', errors),
    ...part('Changes', changes),
    ...part('Kept as it was', kept),
    ...part('Left out', leftOut),
    ...part('Warnings', warnings),
    ...part('Other replicas', replicas),
  ]
  console.log(text.join('\n'))
  if (errors.length + kept.length + leftOut.length > 0) process.exitCode = 1
}

const asked = read()
if (!asked) {
  console.error(usage)
  process.exitCode = 1
} else {
  const { command, folder } = asked
  try {
    if (command === 'check') await check(folder, asked.against, asked.json)
    else if (command === 'new') await create(folder)
    else await reload(asked.data)
  } catch (error) {
    console.error(plainError(error))
    process.exitCode = 1
  }
}
