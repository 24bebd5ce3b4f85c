import type { Client } from './api/client.ts'
import type {
  AccountStats,
  ChallengeDetail,
  ChallengeRef,
  ChallengeScore,
  Scoreboard,
  SolveTimes,
  Team,
  User,
} from './api/contract.ts'
import type { Device } from './api/device.ts'
import { dataOf, type Effects } from './api/effects.ts'
import { type Report, reporting } from './api/reporting.ts'
import type { SessionActors } from './api/session-actors.ts'
import type { Answer, RefusalCode } from './machines/answer.ts'
import type { Catalogue } from './machines/app/context.ts'
import { appMachine } from './machines/app/machine.ts'
import { buildMachine } from './machines/build/machine.ts'
import { challengeMachine } from './machines/challenge/machine.ts'
import { copyMachine } from './machines/copy/machine.ts'
import { dialogsMachine } from './machines/dialogs/machine.ts'
import { eventMachine } from './machines/event/machine.ts'
import { flugzeugMachine } from './machines/flugzeug/machine.ts'
import { remoteDesktopResource } from './machines/flugzeug/setup.ts'
import { homeMachine } from './machines/home/machine.ts'
import { createRefusals, joinRefusals, selectRefusals } from './machines/home/problems.ts'
import { instanceMachine } from './machines/instance/machine.ts'
import { environmentResource } from './machines/instance/setup.ts'
import { localeMachine } from './machines/locale/machine.ts'
import type { Membership } from './machines/membership/events.ts'
import { leaveRefusals, membershipMachine } from './machines/membership/machine.ts'
import { paletteMachine } from './machines/palette/machine.ts'
import type { Told } from './machines/reminder/events.ts'
import { reminderMachine } from './machines/reminder/machine.ts'
import { createResource } from './machines/resource/machine.ts'
import { schemeMachine } from './machines/scheme/machine.ts'
import { sessionMachine } from './machines/session/machine.ts'
import { sidebarMachine } from './machines/sidebar/machine.ts'
import { statsFrom } from './machines/stats.ts'
import { submissionMachine } from './machines/submission/machine.ts'
import { vpnMachine } from './machines/vpn/machine.ts'

/** What the machines' effects are made of. */
export interface Parts {
  readonly effects: Effects
  readonly session: SessionActors
  readonly device: Device
  readonly report: Report
}

const paramsOf = ({ categorySlug, challengeSlug }: ChallengeRef) => ({
  category: categorySlug,
  slug: challengeSlug,
})
type Params = ReturnType<typeof paramsOf>

/** Of a resource that belongs to a challenge. */
function challengeParams(challenge: ChallengeRef | undefined): Params {
  if (!challenge) throw new Error('This resource was made without its challenge.')
  return paramsOf(challenge)
}

/** Joins every machine to its effects: the only place that knows both. */
export function wire({ effects: { read, change, resolve }, session, device, report }: Parts) {
  const visibility = reporting(device.visibility, report)

  const resource = <T>(id: string, fetch: (client: Client, signal: AbortSignal) => Promise<T>) =>
    createResource<T>(id).provide({ actors: { fetch: read(fetch), visibility } })

  const challengeResource = <T>(
    id: string,
    fetch: (client: Client, params: Params, signal: AbortSignal) => Promise<T>,
  ) =>
    createResource<T>(id).provide({
      actors: {
        fetch: read((client, signal, challenge: ChallengeRef | undefined) =>
          fetch(client, challengeParams(challenge), signal),
        ),
        visibility,
      },
    })

  const instance = instanceMachine.provide({
    actors: {
      environment: environmentResource.provide({
        actors: {
          visibility,
          fetch: read(async (client, signal, challenge: ChallengeRef | undefined) =>
            orNull(
              await client('getInstance', {
                params: challengeParams(challenge),
                signal,
                expect: ['TIME_RESTRICTED'],
              }),
            ),
          ),
        },
      }),
      startInstance: change((client, challenge: ChallengeRef) =>
        client('startInstance', {
          params: paramsOf(challenge),
          expect: ['MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'],
        }),
      ),
      prolongInstance: change((client, challenge: ChallengeRef) =>
        client('prolongInstance', {
          params: paramsOf(challenge),
          expect: ['CANNOT_PROLONG_CHALLENGE_INSTANCE'],
        }),
      ),
      stopInstance: change<void, ChallengeRef>((client, challenge) =>
        dataOf(client('stopInstance', { params: paramsOf(challenge) })),
      ),
    },
  })

  const submission = submissionMachine.provide({
    actors: {
      keepDraft: reporting(device.keepDraft, report),
      submitFlag: change((client, input: { challenge: ChallengeRef; flag: string }) =>
        client('solveChallenge', {
          params: paramsOf(input.challenge),
          body: { flag: input.flag },
          expect: ['LIMITED'],
        }),
      ),
      fetchScore: read((client, signal, challenge: ChallengeRef) =>
        dataOf(client('getScore', { params: paramsOf(challenge), signal })),
      ),
    },
  })

  const challenge = challengeMachine.provide({
    actors: {
      instance,
      submission,
      detail: challengeResource<ChallengeDetail | null>(
        'detail',
        async (client, params, signal) => {
          const answer = await client('getChallenge', { params, signal, expect: ['NOT_FOUND'] })
          return answer.ok ? withAbsoluteUrl(answer.data, resolve) : null
        },
      ),
      score: challengeResource<ChallengeScore>('score', (client, params, signal) =>
        dataOf(client('getScore', { params, signal })),
      ),
    },
  })

  const flugzeug = flugzeugMachine.provide({
    actors: {
      desktopFrame: reporting(device.desktopFrame, report),
      remoteDesktop: remoteDesktopResource.provide({
        actors: {
          visibility,
          fetch: read(async (client, signal) =>
            orNull(await client('getFlugzeug', { signal, expect: ['NO_FLUGZEUG'] })),
          ),
        },
      }),
      createFlugzeug: change<void>(client => dataOf(client('createFlugzeug'))),
      startFlugzeug: change<void>(client => dataOf(client('startFlugzeug'))),
      stopFlugzeug: change<void>(client => dataOf(client('stopFlugzeug'))),
      resetFlugzeug: change<void>(client => dataOf(client('resetFlugzeug'))),
      prolongFlugzeug: change(client =>
        client('prolongFlugzeug', { expect: ['CANNOT_PROLONG_FLUGZEUG'] }),
      ),
    },
  })

  const dialogs = dialogsMachine.provide({
    actors: {
      copy: copyMachine.provide({ actors: { writeClipboard: device.writeClipboard } }),
      vpn: vpnMachine.provide({
        actors: {
          saveConfig: device.saveConfig,
          fetchConfig: read((client, signal) =>
            client('getVpnConfig', {
              signal,
              expect: ['NO_ACCOUNT', 'NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED', 'NOT_FOUND'],
            }),
          ),
        },
      }),
    },
  })

  const fetchTeam = async (client: Client, signal: AbortSignal) =>
    orNull(await client('getTeam', { signal, expect: ['NO_TEAM'] }))

  const home = homeMachine.provide({
    actors: {
      keepDrafts: reporting(device.keepDrafts, report),
      joinTeam: change((client, body: { joinToken: string }) =>
        client('joinTeam', { body, expect: joinRefusals }),
      ),
      createTeam: change((client, body: { name: string }) =>
        client('createTeam', { body, expect: createRefusals }),
      ),
      fetchTeam: read(fetchTeam),
      listScoreGroups: read((client, signal) => dataOf(client('listScoreGroups', { signal }))),
      selectScoreGroup: change((client, input: { scoreGroup: string; password: string | null }) => {
        const { scoreGroup, password } = input
        const body = password === null ? { scoreGroup } : { scoreGroup, password }
        return client('selectScoreGroup', { body, expect: selectRefusals })
      }),
    },
  })

  const membership = membershipMachine.provide({
    actors: {
      leaveTeam: change((client, params: Membership) =>
        client('leaveTeam', { params, expect: leaveRefusals }),
      ),
    },
  })

  return appMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: { ...session, sharedSession: reporting(session.sharedSession, report) },
      }),
      build: buildMachine.provide({
        actors: {
          partFailures: reporting(device.partFailures, report),
          findNewerBuild: device.findNewerBuild,
          reloadFor: device.reloadFor,
        },
      }),
      locale: localeMachine.provide({ actors: { activate: device.activateLocale } }),
      scheme: schemeMachine.provide({ actors: { apply: device.applyScheme } }),
      navigation: reporting(device.navigation, report),
      sidebar: sidebarMachine.provide({
        actors: {
          restorePreferences: device.restorePreferences,
          storePreferences: device.storePreferences,
        },
      }),
      reminder: reminderMachine.provide({
        actors: {
          readNoticeChoice: device.readNoticeChoice,
          allowNotices: device.allowNotices,
          forbidNotices: device.forbidNotices,
          notifier: reporting(device.notifier, report),
          fetchStops: read<readonly Told[], readonly ChallengeRef[]>((client, signal, running) =>
            Promise.all(
              running.map(async challenge => {
                const params = paramsOf(challenge)
                const expect = ['TIME_RESTRICTED', 'NOT_FOUND'] as const
                const answer = await client('getInstance', { params, signal, expect })
                return { challenge, instance: orNull(answer) }
              }),
            ),
          ),
        },
      }),
      palette: paletteMachine.provide({ actors: { shortcut: reporting(device.shortcut, report) } }),
      event: eventMachine.provide({
        actors: {
          visibility,
          fetchMetadata: read((client, signal) => dataOf(client('getMetadata', { signal }))),
        },
      }),
      user: resource<User>('user', (client, signal) => dataOf(client('getUser', { signal }))),
      stats: resource<AccountStats>('stats', async (client, signal) =>
        statsFrom(await client('getStats', { signal, expect: ['NO_ACCOUNT'] })),
      ),
      team: resource<Team | null>('team', fetchTeam),
      catalogue: resource<Catalogue>('catalogue', async (client, signal) => {
        const [categories, challenges] = await Promise.all([
          dataOf(client('listCategories', { signal })),
          dataOf(client('listChallenges', { signal })),
        ])
        return { categories, challenges }
      }),
      flugzeugEnabled: resource<boolean>('flugzeugEnabled', async (client, signal) => {
        const expect = ['NO_SCORE_GROUP_SELECTED', 'TIME_RESTRICTED'] as const
        const answer = await client('getFlugzeugEnabled', { signal, expect })
        return answer.ok && answer.data.enabled
      }),
      scoreboard: resource<Scoreboard>('scoreboard', (client, signal) =>
        dataOf(client('getScoreboard', { signal })),
      ),
      solveTimes: resource<SolveTimes>('solveTimes', (client, signal) =>
        dataOf(client('getSolveTimes', { signal })),
      ),
      home,
      membership,
      challenge,
      flugzeug,
      dialogs,
    },
  })
}

/** A backend may name its files relative to its own address. */
function withAbsoluteUrl(detail: ChallengeDetail, resolve: (url: string) => string) {
  const url = detail.staticFilesArchiveUrl
  return url ? { ...detail, staticFilesArchiveUrl: resolve(url) } : detail
}

/** For a refusal that means: there is none. */
function orNull<T, C extends RefusalCode>(answer: Answer<T, C>): T | null {
  return answer.ok ? answer.data : null
}
