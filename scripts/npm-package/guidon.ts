#!/usr/bin/env node
/** The one command of the installed package: `guidon new`, `start`, `check`, `reload` and `organise`. */
import './older-node.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const usage = `Usage:
  guidon new FOLDER              write an example event to start from
  guidon check FOLDER            look for mistakes in an event
  guidon start [FOLDER]          run the event of a folder, by default of this one; --help: all options
  guidon reload                  make the running platform read its event again
  guidon organise COMMAND        see and change what runs; --help: all commands
  guidon --version`

const version = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

/** `start FOLDER` is `--event FOLDER`. */
function startOptions(words: string[]): string[] {
  const [folder, ...rest] = words
  if (folder !== undefined && !folder.startsWith('-')) return ['--event', folder, ...rest]
  const isNamed = process.env.EVENT || words.some(word => /^--event(=|$)/.test(word))
  return isNamed ? words : ['--event', '.', ...words]
}

/** Runs the script as if it were called with these words. */
async function call(words: string[], script: () => Promise<unknown>): Promise<void> {
  process.argv.splice(2, Infinity, ...words)
  // npm sets this for scripts of another project, but paths are relative to the folder of the call.
  delete process.env.INIT_CWD
  await script()
}

const [command = '', ...words] = process.argv.slice(2)
if (command === 'start') await call(startOptions(words), () => import('../../platform/main.ts'))
else if (command === 'organise') await call(words, () => import('../organise/organise.ts'))
else if (['new', 'check', 'reload'].includes(command))
  await call([command, ...words], () => import('../event.ts'))
else if (['--version', '-v'].includes(command)) console.log(version())
else if (['', '--help', '-h', 'help'].includes(command)) console.log(usage)
else {
  console.error(`there is no command ${command}\n\n${usage}`)
  process.exitCode = 1
}
