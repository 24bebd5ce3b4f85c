import { extensions } from '../../src/api/contract/every-call.ts'
import type { EventDetails } from '../../src/api/contract.ts'
import type { EventDefinition } from '../event/model.ts'
import type { Handlers } from './context.ts'
import { logoLink } from './extensions/event-logo.ts'

type EventCall = 'getHealth' | 'getMetadata' | 'getEvent' | 'listScoreGroups'

/** All who ask get the same object, until the event is read again. */
const details = new WeakMap<EventDefinition, EventDetails>()

export const eventHandlers: Handlers<EventCall> = {
  async getHealth() {
    return { message: 'ok', detail: { description: 'Guidon answers' } }
  },
  async getMetadata({ event }) {
    const { start, end, postPlayEnd, flagPrefix, teamMode, teamSize } = event.current
    const { publicScoreboard, isPaused, isReadOnly } = event.current
    return {
      ctfStart: start.toISOString(),
      ctfEnd: end.toISOString(),
      ctfPostPlayEnd: postPlayEnd.toISOString(),
      flagPrefix,
      teamModeEnabled: teamMode,
      defaultTeamSizeLimit: teamSize,
      ...(isPaused && { isPaused }),
      ...(isReadOnly && { isReadOnly }),
      extensions: extensions.filter(name => name !== 'publicScoreboard' || publicScoreboard),
    }
  },
  async getEvent({ event, desktops }) {
    const known = details.get(event.current)
    if (known) return known
    const { name, logo } = event.current
    const programs = desktops?.enabled ? desktops.programs : []
    const made = {
      name,
      ...event.current.details,
      ...(logo && { logoUrl: logoLink(logo.tag) }),
      ...(programs.length > 0 && { desktopPrograms: programs }),
    }
    details.set(event.current, made)
    return made
  },
  async listScoreGroups({ event }) {
    return event.current.scoreGroups.map(({ slug, name, description, password }) => ({
      slug,
      name,
      description,
      isPasswordProtected: password !== null,
    }))
  },
}
