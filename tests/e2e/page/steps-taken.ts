import { expect, type Page } from 'playwright/test'
import { forbiddenSteps } from '../../../scripts/replay/steps.ts'
import type { TraceEntry } from '../../../src/diagnostics/trace/entry.ts'
import { readTrace } from '../../../src/diagnostics/trace/read.ts'

declare global {
  var copied: string | undefined
}

/**
 * Copies the diagnostics of a page as a participant does. They contain what its machines did from three seconds after
 * it was loaded, and each step must be one that its machine allows.
 */
export async function copyAllowedSteps(
  page: Page,
): Promise<{ text: string; entries: readonly TraceEntry[] }> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => {
      globalThis.copied = text
    }
  })
  await page.getByRole('button', { name: /^Hello/ }).click()
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect.poll(() => page.evaluate(() => globalThis.copied)).toBeTruthy()
  const text = (await page.evaluate(() => globalThis.copied)) ?? ''
  const trace = readTrace(text)
  if (!trace.ok) throw new Error(trace.problem)
  expect(forbiddenSteps(trace.data)).toEqual([])
  return { text, entries: trace.data.entries }
}
