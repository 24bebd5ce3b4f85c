import type { Client } from '../api/client/client.ts'
import { dataOf, type Effects } from '../api/client/effects.ts'
import type {
  AccountStats,
  ChallengeDetail,
  ChallengeRef,
  ChallengeScore,
  Scoreboard,
  SolveTimes,
  Team,
  User,
} from '../api/contract.ts'
import type { SessionActors } from '../api/sign-in/session-actors.ts'
import { type Report, reporting } from '../browser/reporting.ts'
import type { Answer, RefusalCode } from '../domain/answer.ts'
import { type Catalogue, paramsOf } from '../domain/challenge.ts'
import { statsFrom } from '../domain/stats.ts'
import { appMachine } from '../machines/app/machine.ts'
import { buildMachine } from '../machines/build/machine.ts'
import { challengeMachine } from '../machines/challenge/machine.ts'
import { copyMachine } from '../machines/copy/machine.ts'
import { dialogsMachine } from '../machines/dialogs/machine.ts'
import { eventMachine } from '../machines/event/machine.ts'
import { prolongRules as prolongFlugzeugRules, statusRules } from '../machines/flugzeug/changes.ts'
import { flugzeugMachine } from '../machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../machines/flugzeug/setup.ts'
import { createRules, joinRules, selectRules } from '../machines/home/changes.ts'
import { homeMachine } from '../machines/home/machine.ts'
import { createRefusals, joinRefusals, selectRefusals } from '../machines/home/problems.ts'
import {
  type InstanceChange,
  prolongRules as prolongInstanceRules,
  startRules,
  stopRules,
} from '../machines/instance/changes.ts'
import { instanceMachine } from '../machines/instance/machine.ts'
import { environmentResource } from '../machines/instance/setup.ts'
import { localeMachine } from '../machines/locale/machine.ts'
import { leaveRefusals, leaveRules } from '../machines/membership/changes.ts'
import { membershipMachine } from '../machines/membership/machine.ts'
import { paletteMachine } from '../machines/palette/machine.ts'
import type { ReportedInstance } from '../machines/reminder/events.ts'
import { reminderMachine } from '../machines/reminder/machine.ts'
import { createResource } from '../machines/resource/machine.ts'
import { schemeMachine } from '../machines/scheme/machine.ts'
import { sessionMachine } from '../machines/session/machine.ts'
import { sidebarMachine } from '../machines/sidebar/machine.ts'
import { flagRules } from '../machines/submission/changes.ts'
import { submissionMachine } from '../machines/submission/machine.ts'
import { vpnMachine } from '../machines/vpn/machine.ts'
import type { Device } from './device.ts'

/** What the machines' effects are made of. */
export interface Parts {
  readonly effects: Effects
  readonly session: SessionActors
  readonly device: Device
  readonly report: Report
}

type Params = ReturnType<typeof paramsOf>

/** Of a resource that belongs to a challenge. */
function known(challenge: ChallengeRef | undefined): ChallengeRef {
  if (!challenge) throw new Error('This resource was made without its challenge.')
  return challenge
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
          fetch(client, paramsOf(known(challenge)), signal),
        ),
        visibility,
      },
    })

  const fetchInstance = async (client: Client, challenge: ChallengeRef, signal?: AbortSignal) =>
    orNull(
      await client('getInstance', {
        params: paramsOf(challenge),
        signal,
        expect: ['TIME_RESTRICTED'],
      }),
    )
  const checkInstance = (client: Client, { challenge }: InstanceChange) =>
    fetchInstance(client, challenge)

  const instance = instanceMachine.provide({
    actors: {
      environment: environmentResource.provide({
        actors: {
          visibility,
          fetch: read((client, signal, challenge: ChallengeRef | undefined) =>
            fetchInstance(client, known(challenge), signal),
          ),
        },
      }),
      startInstance: change(
        startRules,
        (client, { challenge }) =>
          client('startInstance', {
            params: paramsOf(challenge),
            expect: ['MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'],
          }),
        checkInstance,
      ),
      prolongInstance: change(
        prolongInstanceRules,
        (client, { challenge }) =>
          client('prolongInstance', {
            params: paramsOf(challenge),
            expect: ['CANNOT_PROLONG_CHALLENGE_INSTANCE'],
          }),
        checkInstance,
      ),
      stopInstance: change(
        stopRules,
        (client, { challenge }) => client('stopInstance', { params: paramsOf(challenge) }),
        checkInstance,
      ),
    },
  })

  const submission = submissionMachine.provide({
    actors: {
      keepDraft: reporting(device.keepDraft, report),
      submitFlag: change(
        flagRules,
        (client, { challenge, flag }) =>
          client('solveChallenge', {
            params: paramsOf(challenge),
            body: { flag },
            expect: ['LIMITED'],
          }),
        (client, { challenge }) => dataOf(client('getScore', { params: paramsOf(challenge) })),
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

  const fetchFlugzeug = async (client: Client, signal?: AbortSignal) =>
    orNull(await client('getFlugzeug', { signal, expect: ['NO_FLUGZEUG'] }))
  const checkFlugzeug = (client: Client) => fetchFlugzeug(client)
  const noFlugzeug = { expect: ['NO_FLUGZEUG'] } as const

  const flugzeug = flugzeugMachine.provide({
    actors: {
      desktopFrame: reporting(device.desktopFrame, report),
      remoteDesktop: remoteDesktopResource.provide({
        actors: { visibility, fetch: read(fetchFlugzeug) },
      }),
      createFlugzeug: change(
        statusRules,
        client => client('createFlugzeug', { expect: ['FLUGZEUG_EXISTS'] }),
        checkFlugzeug,
      ),
      startFlugzeug: change(
        statusRules,
        client => client('startFlugzeug', noFlugzeug),
        checkFlugzeug,
      ),
      stopFlugzeug: change(
        statusRules,
        client => client('stopFlugzeug', noFlugzeug),
        checkFlugzeug,
      ),
      resetFlugzeug: change(
        statusRules,
        client => client('resetFlugzeug', noFlugzeug),
        checkFlugzeug,
      ),
      prolongFlugzeug: change(
        prolongFlugzeugRules,
        client => client('prolongFlugzeug', { expect: ['CANNOT_PROLONG_FLUGZEUG', 'NO_FLUGZEUG'] }),
        checkFlugzeug,
      ),
    },
  })

  const dialogs = dialogsMachine.provide({
    actors: {
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

  const fetchTeam = async (client: Client, signal?: AbortSignal) =>
    orNull(await client('getTeam', { signal, expect: ['NO_TEAM'] }))
  const checkTeam = (client: Client) => fetchTeam(client)
  const fetchStats = async (client: Client, signal?: AbortSignal) =>
    statsFrom(await client('getStats', { signal, expect: ['NO_ACCOUNT'] }))

  const home = homeMachine.provide({
    actors: {
      keepDrafts: reporting(device.keepDrafts, report),
      joinTeam: change(
        joinRules,
        (client, body) => client('joinTeam', { body, expect: joinRefusals }),
        checkTeam,
      ),
      createTeam: change(
        createRules,
        (client, body) => client('createTeam', { body, expect: createRefusals }),
        checkTeam,
      ),
      listScoreGroups: read((client, signal) => dataOf(client('listScoreGroups', { signal }))),
      selectScoreGroup: change(
        selectRules,
        (client, { scoreGroup, password }) => {
          const body = password === null ? { scoreGroup } : { scoreGroup, password }
          return client('selectScoreGroup', { body, expect: selectRefusals })
        },
        client => fetchStats(client),
      ),
    },
  })

  const membership = membershipMachine.provide({
    actors: {
      leaveTeam: change(
        leaveRules,
        (client, params) => client('leaveTeam', { params, expect: leaveRefusals }),
        checkTeam,
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
          fetchStops: read<readonly ReportedInstance[], readonly ChallengeRef[]>(
            (client, signal, running) =>
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
      stats: resource<AccountStats>('stats', fetchStats),
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
      copy: copyMachine.provide({ actors: { writeClipboard: device.writeClipboard } }),
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
