import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { categoriesOf, giveSlugs, inOrder, type Shown } from './arrange.ts'
import { readChallenge } from './challenge-file.ts'
import { readLogo } from './details/logo.ts'
import { readEventFile, usualEnvironmentDefaults } from './event-file.ts'
import { type EventDefinition, EventError, type Problem } from './model.ts'
import { createReport, fromTop } from './problems.ts'
import { joinRequirements } from './requirements.ts'
import { challengeSources, eventError, eventSource } from './sources.ts'

export interface LoadedEvent {
  event: EventDefinition
  /** What was left out or has no effect; the event runs without it. */
  warnings: Problem[]
  /** Challenges with `state: hidden`, which participants do not see. */
  hidden: { name: string; category: string }[]
}

/**
 * Loads an event from its folder: `event.yaml`, and every challenge below it in ctfcli's format. A
 * folder of challenges without `event.yaml` is an event too, with defaults and a warning.
 *
 * @param options.firstStart what `first start` means in `event.yaml`
 * @throws EventError if the path is no folder, or `event.yaml` has mistakes. The error then lists the
 *   mistakes of the challenges, too. Otherwise a challenge with mistakes is left out with a warning.
 */
export async function loadEvent(
  folder: string,
  options: { firstStart: Date },
): Promise<LoadedEvent> {
  const root = resolve(folder)
  const problems: Problem[] = []
  if (!(await stat(root).catch(() => null))?.isDirectory())
    throw eventError(root, 'is no folder; give one with an event.yaml')
  const sources = await challengeSources(root, problems)
  const file = await eventSource(root, sources, problems)
  const settings = readEventFile(file, options.firstStart, problems)
  const environmentDefaults = settings?.environmentDefaults ?? usualEnvironmentDefaults()
  const read: Shown[] = []
  const hidden: LoadedEvent['hidden'] = []
  for (const { source, folder } of sources) {
    const one = await readChallenge(source, folder, environmentDefaults, problems)
    if (one.kind === 'shown') read.push({ ...one, source })
    if (one.kind === 'hidden') hidden.push({ name: one.name, category: one.category })
  }
  const logo = settings?.logo ? await readLogo(root, settings.logo) : null
  if (typeof logo === 'string') createReport(file, problems).add('error', ['logo'], logo)
  if (!settings || typeof logo === 'string') throw new EventError(fromTop(problems))
  const shown = giveSlugs(read, problems)
  joinRequirements(shown, problems)
  const categories = categoriesOf(shown, settings, problems)
  const challenges = inOrder(
    shown.map(({ challenge }) => challenge),
    categories,
  )
  const event = { folder: root, ...settings.event, logo, categories, challenges }
  return { event, warnings: fromTop(problems), hidden }
}
