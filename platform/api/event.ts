import type { Handlers } from './context.ts'

export const eventCalls: Handlers<'getHealth' | 'getMetadata' | 'listScoreGroups'> = {
  async getHealth() {
    return { message: 'ok', detail: { description: 'Guidon answers' } }
  },
  async getMetadata({ event }) {
    const { start, end, postPlayEnd, flagPrefix, teamMode, teamSize } = event.current
    return {
      ctfStart: start.toISOString(),
      ctfEnd: end.toISOString(),
      ctfPostPlayEnd: postPlayEnd.toISOString(),
      flagPrefix,
      teamModeEnabled: teamMode,
      defaultTeamSizeLimit: teamSize,
    }
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
