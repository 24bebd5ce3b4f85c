import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import {
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Frame,
  type TestInfo,
} from 'playwright/test'
import { problemsIn } from '../../../../scripts/replay/steps.ts'
import { bundle } from './bundle.ts'
import { STEPS, type StepTaken } from './page-trace.ts'

/** What the machines of a test's pages did. */
export interface Steps {
  /** The events for which a machine took a step. */
  taken(machine: string): Promise<readonly string[]>
}

let script: string | undefined
/** Steps that were already checked: many tests have the same ones. */
const allowed = new Set<string>()

/** What is wrong with a step that its machine does not allow, with the step. */
function problemsOf(step: StepTaken): readonly object[] {
  const text = JSON.stringify(step)
  if (allowed.has(text)) return []
  const problems = problemsIn(step, step.before)
  if (problems.length === 0) allowed.add(text)
  return problems.map(why => ({ why, ...step }))
}

/** Milliseconds. A frame whose document never came does not answer. */
const LONGEST = 5_000

/** Asks the page of a frame; undefined if the page is closed, or runs nothing. */
function ask<T>(frame: Frame, question: () => T): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, LONGEST)
  const answer = frame.evaluate(question).catch(() => undefined)
  return Promise.race([answer as Promise<T | undefined>, promise]).finally(() =>
    clearTimeout(timer),
  )
}

const framesOf = (context: BrowserContext) => context.pages().flatMap(page => page.frames())

/**
 * Records what the machines of all pages of a test do, from their start on. At the end, each step must be one that its
 * machine allows. A test that fails leaves the traces of its open pages.
 */
export async function checkSteps(
  { context }: { context: BrowserContext },
  use: (steps: Steps) => Promise<void>,
  info: TestInfo,
): Promise<void> {
  script ??= readFileSync(bundle, 'utf8')
  await context.addInitScript(script)
  const steps: StepTaken[] = []
  const hear = (message: ConsoleMessage) => {
    if (message.type() !== 'debug' || !message.text().startsWith(STEPS)) return
    steps.push(...JSON.parse(message.text().slice(STEPS.length)))
  }
  context.on('console', hear)
  const look = async () => {
    const asked = framesOf(context).map(frame => ask(frame, () => globalThis.pageTrace?.newSteps()))
    for (const found of await Promise.all(asked)) steps.push(...(found ?? []))
  }
  await use({
    async taken(machine) {
      await look()
      return steps.filter(step => step.machine === machine).map(({ type }) => type)
    },
  })
  await look()
  const forbidden = steps.flatMap(problemsOf)
  if (forbidden.length > 0 || info.status !== info.expectedStatus) await leaveTraces(context, info)
  expect(forbidden, 'steps that no machine allows').toEqual([])
}

async function leaveTraces(context: BrowserContext, info: TestInfo) {
  for (const [at, frame] of framesOf(context).entries()) {
    const text = await ask(frame, () => globalThis.pageTrace?.text())
    if (!text) continue
    const path = info.outputPath(`machines-${at}.jsonl`)
    await writeFile(path, text)
    await info.attach(`machines-${at}.jsonl`, { path, contentType: 'application/jsonl' })
  }
}
