import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Command, Option } from 'commander'
import type { Rows } from '../../../platform/backup/format.ts'
import type { DatabaseLocation } from '../../../platform/backup/locations.ts'
import { plainError } from '../../../platform/plain-error.ts'
import { printableJson } from '../../../platform/terminal/printable.ts'
import { everyLanguage, type Language } from '../../../src/domain/languages.ts'
import { fromCaller } from '../../command.ts'
import { agrees } from '../agree.ts'
import { writeCertificates } from '../certificates.ts'
import { exportEvent } from '../export.ts'
import { tableText } from '../print.ts'
import type { Session } from '../session.ts'

/** Adds the commands that write files or read them. */
export function addFileCommands(program: Command, session: Session): void {
  program
    .command('export')
    .description(
      "write all results into a new folder: CSV, or JSON with --json, and CTFtime's form",
    )
    .argument('<folder>', 'it must be empty, or not be there')
    .action(folder => exportTo(session, folder))
  program
    .command('certificates')
    .description('write a page to print for each account that solved something, with its rank')
    .argument('<folder>', 'it must be empty, or not be there')
    .addOption(new Option('--language <tag>', 'of the pages').choices(everyLanguage).default('en'))
    .option('--early', 'although the event has not ended')
    .option(
      '--logo <file>',
      "a picture in place of the event's logo, which only a running platform has",
    )
    .action((folder, options) => certify(session, folder, options))
  program
    .command('backup')
    .description('write all data of this moment into a new file')
    .argument('<file>', 'like event.guidon.gz')
    .action(file => {
      requireNoDryRun(session, 'backup')
      return keep(session, file, async ({ backUpFrom }, from, path) => {
        await stat(dirname(path)).catch(error => {
          throw new Error(
            `${plainError(error, dirname(path))}: make the folder, or name another one`,
          )
        })
        return backUpFrom(from, path)
      })
    })
  program
    .command('restore')
    .description('read a backup into a new database, while the platform is stopped')
    .argument('<file>', 'a backup')
    .option('--replace', 'delete the event that the database has')
    .action((file, options) => restoreFrom(session, file, options))
}

/** Commands that only write new files have no plan to show. */
function requireNoDryRun({ options }: Session, command: string) {
  if (options().dryRun) throw new Error(`${command} only writes new files: it has no --dry-run`)
}

async function restoreFrom(session: Session, file: string, { replace }: { replace?: true }) {
  const { dryRun: isDryRun = false, yes, json } = session.options()
  const where = session.location().databaseUrl ? 'the database' : session.location().dataFolder
  const question = `All data of ${where} will be deleted. Do this? [y/N] `
  if (replace && !isDryRun && !yes && !(await agrees(question))) return
  await keep(session, file, ({ restoreTo }, to, path) => restoreTo(to, path, { replace, isDryRun }))
  if (isDryRun && !json) console.log('The backup is whole. Nothing was done.')
}

async function keep(
  { options, location }: Session,
  file: string,
  work: (
    backups: typeof import('../../../platform/backup/locations.ts'),
    at: DatabaseLocation,
    path: string,
  ) => Promise<Rows>,
) {
  // This import loads both databases, which no other command needs.
  const backups = await import('../../../platform/backup/locations.ts')
  const rows = await work(backups, location(), fromCaller(file))
  const { json } = options()
  console.log(json ? printableJson(rows) : tableText(['Table', 'Rows'], Object.entries(rows)))
}

async function exportTo(session: Session, folder: string) {
  requireNoDryRun(session, 'export')
  const isJson = session.options().json ?? false
  const written = await session.see(ask => exportEvent(fromCaller(folder), isJson, ask))
  console.log(isJson ? printableJson(written) : tableText(['File', 'Rows'], written))
}

interface Certifying {
  language: Language
  early?: true
  logo?: string
}

async function certify(session: Session, folder: string, options: Certifying) {
  requireNoDryRun(session, 'certificates')
  const { language, early, logo } = options
  const picture = logo === undefined ? {} : { logo: fromCaller(logo) }
  const wanted = { folder: fromCaller(folder), language, isEarly: early ?? false, ...picture }
  const written = await session.see(ask => writeCertificates(wanted, ask))
  const { json } = session.options()
  console.log(json ? printableJson(written) : tableText(['File', 'Certificates'], written))
}
