import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

test('the systemd unit takes nothing away that sandboxes need', async () => {
  const file = join(import.meta.dirname, '../../../deploy/guidon.service')
  const settings = (await readFile(file, 'utf8')).match(/^\w+(?==)/gm)
  // With these, bubblewrap ends with an error, and challenges run unprotected or desktops not at all.
  for (const name of [
    ...['RestrictNamespaces', 'RestrictSUIDSGID', 'ProtectKernelTunables', 'ProtectKernelLogs'],
    ...['ProtectProc', 'PrivateDevices', 'LockPersonality', 'SystemCallArchitectures'],
  ])
    expect(settings).not.toContain(name)
  expect(settings).toContain('NoNewPrivileges')
})

test('no log of the compose file grows without a limit', async () => {
  const file = join(import.meta.dirname, '../../../deploy/compose.yaml')
  const { services } = parse(await readFile(file, 'utf8'), { merge: true })
  expect(Object.keys(services)).toEqual(['guidon', 'postgres', 'caddy'])
  // Not Docker's default driver, which a host may have set to one without these options.
  for (const { logging } of Object.values<{ logging?: object }>(services))
    expect(logging).toEqual({ driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } })
})
