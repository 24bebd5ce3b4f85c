import { expect, type Page } from 'playwright/test'
import { test } from './fixture.ts'
import { runScript } from './terminal.ts'

/** Whether the page lets the desktop send JPEG: then its encodings contain a quality. */
async function watchJpeg(page: Page): Promise<() => boolean | undefined> {
  let allowed: boolean | undefined
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  cdp.on('Network.webSocketFrameSent', ({ response }) => {
    const message = Buffer.from(response.payloadData, 'base64')
    if (response.opcode !== 2 || message[0] !== 2) return
    const codes = Array.from({ length: message.readUInt16BE(2) }, (_, index) =>
      message.readInt32BE(4 + 4 * index),
    )
    allowed = codes.some(code => code >= -32 && code <= -23)
  })
  return () => allowed
}

test('a picture with as many colours as a photo is sent as JPEG, and text exactly', async ({
  seat: { page },
  backend,
}) => {
  const isJpeg = await watchJpeg(page)
  const random = '(int(rand()*256))'
  const cell = `printf "\\033[48;2;%d;%d;%dm ",${random},${random},${random}`
  const colours = `awk 'BEGIN { srand(); for (n = 0; n < 2600; n++) ${cell} }'`
  await runScript(page, backend, `while sleep 0.3; do ${colours}; done`)
  await expect.poll(isJpeg).toBe(true)
  await page.keyboard.press('Control+c')

  // Lines that differ: the same text once more changes nothing, and only changes count.
  await runScript(page, backend, 'tput sgr0; clear; while sleep 0.3; do date +%N; done')
  await expect.poll(isJpeg).toBe(false)
  await page.keyboard.press('Control+c')
})
