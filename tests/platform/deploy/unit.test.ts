import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
