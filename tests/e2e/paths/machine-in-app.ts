import type { Page } from 'playwright/test'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { flugzeugModel } from '../../models/flugzeug.model.ts'
import type { AnyFormActions, FormActions } from '../../models/form-actions.ts'
import type { AnyModel, Model } from '../../models/harness/fixtures.ts'
import { hintsModel } from '../../models/hints.model.ts'
import { homeModel } from '../../models/home.model.ts'
import { instanceModel } from '../../models/instance.model.ts'
import { invitationModel } from '../../models/invitation.model.ts'
import { membershipModel } from '../../models/membership.model.ts'
import type { AnyExpectations, Expectations } from '../../models/shown/expectations.ts'
import { flugzeugActions, flugzeugStates } from '../../models/shown/flugzeug.ts'
import { hintsActions, hintsStates } from '../../models/shown/hints.ts'
import { homeActions, homeStates } from '../../models/shown/home.ts'
import { instanceActions, instanceStates } from '../../models/shown/instance.ts'
import { invitationActions, invitationStates } from '../../models/shown/invitation.ts'
import { membershipActions, membershipStates } from '../../models/shown/membership.ts'
import { submissionActions, submissionStates } from '../../models/shown/submission.ts'
import { vpnActions, vpnStates } from '../../models/shown/vpn.ts'
import { submissionModel } from '../../models/submission.model.ts'
import { vpnModel } from '../../models/vpn.model.ts'

/** The placeholder for the app's origin in answers. */
export const HERE = 'https://here.example'

/** What a server answers, for a name of the model. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  /** In place of JSON. */
  readonly text?: string
  /** The actor with which the app then reads the outcome. Its call gets the same answer as last time. */
  readonly thenRead?: string
}

/** A call of the wire, for an actor of the machine. */
export interface WireCall {
  readonly method: string
  /** Its whole path. */
  readonly path: string | RegExp
  readonly replies: Readonly<Record<string, Reply>>
}

/** A path on which the real platform answers. */
export interface PlatformStory {
  readonly steps: string
  /** What the account does first, by its own calls. */
  readonly before?: (call: Call) => Promise<void>
}
type Call = (method: string, path: string, data?: object) => Promise<{ status(): number }>

/** A machine of the model, and where participants use it. */
export interface MachineInApp {
  readonly model: AnyModel
  readonly actions: AnyFormActions
  readonly states: AnyExpectations
  /** What an account is before the path begins. */
  readonly account: 'without a team' | 'without a score group' | 'playing'
  /** The page, and the title of the panel that shows the machine; null: all of the page. */
  readonly page: string
  readonly panel: string | null
  /** The title of the dialog that shows the machine, in place of a panel. */
  readonly dialog?: string
  /** How the user opens it from the page. */
  readonly enter?: (page: Page) => Promise<void>
  /** The calls of the wire, by the actor's name. */
  readonly calls: Readonly<Record<string, WireCall>>
  /** What a platform with the demo event does by itself. */
  readonly stories: readonly PlatformStory[]
  /** Events that come before the path begins, or by themselves: the walk does nothing for them. */
  readonly comesByItself: readonly string[]
  /** Like `comesByItself`, but only in the machine's first state. The page is checked after them. */
  readonly comesFirst?: readonly string[]
  /** Steps that need more than a server that answers. */
  readonly never?: readonly string[]
  /** What a user can do while a dialog covers the rest of the page; undefined: there is none. */
  readonly inDialog?: (snapshot: AnyMachineSnapshot) => readonly string[] | undefined
  /** Fixed answers to calls that the platform might answer in another way, by the end of their path. */
  readonly always?: Readonly<Record<string, object>>
}

interface InApp<M extends AnyStateMachine>
  extends Omit<MachineInApp, 'model' | 'actions' | 'states'> {
  readonly model: Model<M>
  readonly actions: FormActions<M>
  readonly states: Expectations<M>
}

/** A machine, checked. */
const inApp = <M extends AnyStateMachine>(one: InApp<M>) => one as unknown as MachineInApp

const challenge = '/challenge/web/hangar-search'
const path = '/v1/challenges/hangar-search'

const refusal = (status: number, code: string): Reply => ({
  status,
  json: { ok: false, code, message: 'No.' },
})
const done: Reply = { status: 204 }
const broken = refusal(400, 'UNKNOWN')
const brokenChange = { ...broken, thenRead: 'instance' }
const running = (hours: number): Reply => ({
  json: {
    state: 'running',
    scheduledStopTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
    exposedEndpoints: [],
  },
})
const instance = (state: string): Reply => ({
  json: { state, scheduledStopTime: null, exposedEndpoints: [] },
})

const submission = inApp({
  account: 'playing',
  model: submissionModel,
  actions: submissionActions,
  states: submissionStates,
  page: challenge,
  panel: 'Flag',
  calls: {
    submitFlag: {
      method: 'POST',
      path: `${path}/solve`,
      replies: {
        accepted: { json: { status: 1 } },
        rejected: { json: { status: 2 } },
        known: { json: { status: 3 } },
        'too many flags': { ...refusal(429, 'LIMITED'), headers: { 'retry-after': '40' } },
        'too late for flags': refusal(403, 'TIME_RESTRICTED'),
        'flag fails': broken,
      },
    },
  },
  stories: [
    { steps: 'flag typed → flag submit → rejected → other flag typed' },
    {
      steps: 'flag typed → flag submit → too many flags → space typed',
      async before(call) {
        const wrong = () => call('POST', `${path}/solve?category=web`, { flag: 'GUIDON{no}' })
        while ((await wrong()).status() !== 429);
      },
    },
  ],
  comesByItself: ['nothing solved'],
})

const environment = inApp({
  account: 'playing',
  model: instanceModel,
  actions: instanceActions,
  states: instanceStates,
  page: challenge,
  panel: 'Environment',
  calls: {
    instance: {
      method: 'GET',
      path: `${path}/instance`,
      replies: {
        'not running': instance('not-running'),
        starting: instance('starting'),
        'runs for an hour': running(1),
        'runs for two hours': running(2),
        stopping: instance('stopping'),
        'no play time': refusal(400, 'TIME_RESTRICTED'),
        'read fails': broken,
      },
    },
    startInstance: {
      method: 'PUT',
      path: `${path}/instance`,
      replies: {
        'start accepted': done,
        'limit reached': refusal(400, 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'),
        'start fails': brokenChange,
      },
    },
    extendInstance: {
      method: 'POST',
      path: `${path}/instance/prolong`,
      replies: {
        extended: done,
        'extension refused': refusal(400, 'CANNOT_PROLONG_CHALLENGE_INSTANCE'),
        'extension fails': brokenChange,
      },
    },
    stopInstance: {
      method: 'DELETE',
      path: `${path}/instance`,
      replies: { 'stop accepted': done, 'stop fails': brokenChange },
    },
  },
  stories: [
    {
      steps: [
        ...['challenge known', 'not running', 'start', 'start accepted', 'runs for an hour'],
        ...['stop', 'stop accepted', 'not running'],
      ].join(' → '),
    },
  ],
  comesByItself: ['challenge known', 'stats change'],
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const upcoming = {
  ctfStart: inHours(24),
  ctfEnd: inHours(48),
  ctfPostPlayEnd: inHours(72),
  flagPrefix: 'GUIDON',
  teamModeEnabled: true,
}

const tooMany: Reply = { ...refusal(429, 'LIMITED'), headers: { 'retry-after': '40' } }

const onboarding = {
  model: homeModel,
  actions: homeActions,
  states: homeStates,
  page: '/',
  panel: null,
  comesByItself: [],
}

const joinTeam: WireCall = {
  method: 'POST',
  path: '/v1/teams/join',
  replies: {
    joined: done,
    'team is full': refusal(400, 'TEAM_FULL'),
    'too many tokens': tooMany,
    'joining fails': broken,
    'link is invalid': refusal(400, 'TEAM_JOIN_TOKEN_INVALID'),
  },
}

const teamStep = inApp({
  ...onboarding,
  account: 'without a team',
  calls: {
    joinTeam,
    createTeam: {
      method: 'POST',
      path: '/v1/teams',
      replies: {
        created: done,
        'name is taken': refusal(400, 'TEAM_NAME_TAKEN'),
        'too many names': tooMany,
        'creation fails': broken,
      },
    },
  },
  // A team's name can be taken only once.
  stories: [],
  comesFirst: ['no team'],
})

const invitation = inApp({
  model: invitationModel,
  actions: invitationActions,
  states: invitationStates,
  account: 'without a team',
  page: '/join#abc',
  panel: null,
  calls: { joinTeam },
  stories: [{ steps: 'link opened → no team → accept → link is invalid' }],
  comesByItself: [],
  comesFirst: ['link opened', 'no team'],
  // It leads to the home page.
  never: ['decline'],
})

const groupStep = inApp({
  ...onboarding,
  account: 'without a score group',
  calls: {
    listScoreGroups: {
      method: 'GET',
      path: '/v1/score_groups',
      replies: {
        'groups listed': {
          json: [
            { slug: 'open', name: 'Open', description: '', isPasswordProtected: false },
            { slug: 'students', name: 'Students', description: '', isPasswordProtected: true },
          ],
        },
        'one group listed': {
          json: [
            { slug: 'students', name: 'Students', description: '', isPasswordProtected: true },
          ],
        },
        'listScoreGroups fails': broken,
      },
    },
    selectScoreGroup: {
      method: 'POST',
      path: '/v1/score_groups/select',
      replies: {
        'group chosen': done,
        'group was chosen before': refusal(400, 'SCORE_GROUP_ALREADY_SELECTED'),
        'wrong password': refusal(400, 'SCORE_GROUP_WRONG_PASSWORD'),
        'too late to choose': refusal(400, 'TIME_RESTRICTED'),
        'too many passwords': tooMany,
      },
    },
  },
  stories: [
    {
      steps: [
        ...['no score group', 'groups listed', 'open group chosen', 'group select'],
        ...['group chosen', 'event runs'],
      ].join(' → '),
    },
  ],
  comesFirst: ['no score group'],
})

/** The address of an empty page, in place of the desktop's. */
const emptyDesktop = '/v1/empty-desktop'
const desktop = (status: string): Reply => ({
  json: {
    status,
    stopTimestamp: status === 'running' ? new Date(Date.now() + 3 * 3_600_000) : null,
    url: status === 'running' ? HERE + emptyDesktop : null,
  },
})
const brokenDesktop = { ...broken, thenRead: 'remoteDesktop' }
const desktopPath = '/v1/user/flugzeug'

const flugzeug = inApp({
  model: flugzeugModel,
  actions: flugzeugActions,
  states: flugzeugStates,
  account: 'playing',
  page: '/flugzeug',
  panel: null,
  calls: {
    remoteDesktop: {
      method: 'GET',
      path: desktopPath,
      replies: {
        'no desktop': refusal(404, 'NO_FLUGZEUG'),
        provisioning: desktop('provisioning'),
        starting: desktop('starting'),
        running: desktop('running'),
        stopping: desktop('stopping'),
        stopped: desktop('stopped'),
        'in error': desktop('error'),
        'read fails': broken,
      },
    },
    createFlugzeug: {
      method: 'POST',
      path: desktopPath,
      replies: { created: done, 'creation fails': brokenDesktop },
    },
    startFlugzeug: {
      method: 'PUT',
      path: `${desktopPath}/start`,
      replies: { 'start accepted': done, 'start fails': brokenDesktop },
    },
    stopFlugzeug: {
      method: 'PUT',
      path: `${desktopPath}/stop`,
      replies: { 'stop accepted': done, 'stop fails': brokenDesktop },
    },
    resetFlugzeug: {
      method: 'DELETE',
      path: desktopPath,
      replies: { 'reset accepted': done, 'reset fails': brokenDesktop },
    },
    extendFlugzeug: {
      method: 'POST',
      path: `${desktopPath}/prolong`,
      replies: {
        extended: done,
        'extension refused': refusal(400, 'CANNOT_PROLONG_FLUGZEUG'),
        'extension fails': brokenDesktop,
      },
    },
  },
  stories: [],
  comesByItself: [],
  comesFirst: ['desktop allowed', 'page entered'],
  inDialog: snapshot =>
    snapshot.matches({ question: 'open' } as never) ? ['reset', 'reset cancelled'] : undefined,
  // They need a picture of a desktop.
  never: ['desktop enter', 'desktop fullscreen toggled'],
  always: { '/v1/user/flugzeug/enabled': { enabled: true }, [emptyDesktop]: {} },
})

const membership = inApp({
  model: membershipModel,
  actions: membershipActions,
  states: membershipStates,
  account: 'without a score group',
  page: '/my-team',
  panel: null,
  calls: {
    leaveTeam: {
      method: 'DELETE',
      path: /^\/v1\/teams\/[^/]+\/members\/[^/]+$/,
      replies: {
        left: done,
        'too late': refusal(403, 'TIME_RESTRICTED'),
        'leaving fails': broken,
        'not in the team': refusal(404, 'NOT_FOUND'),
      },
    },
  },
  stories: [],
  comesByItself: [],
  inDialog: snapshot =>
    snapshot.hasTag('asking') ? ['leave confirmed', 'leave cancelled'] : undefined,
  never: ['leave another team'],
  // Nobody can leave a team once the event has started.
  always: { '/v1/metadata': upcoming },
})

const hints = inApp({
  model: hintsModel,
  actions: hintsActions,
  states: hintsStates,
  account: 'playing',
  page: challenge,
  panel: 'Hints',
  calls: {
    takeHint: {
      method: 'POST',
      path: `${path}/hints/h1`,
      replies: {
        'hint taken': { json: { id: 'h1', cost: 50, text: 'Look up.' } },
        'too late': refusal(403, 'TIME_RESTRICTED'),
      },
    },
  },
  stories: [],
  // The challenge is read again as soon as the hint was paid.
  comesByItself: ['detail read'],
  inDialog: snapshot =>
    snapshot.hasTag('asking') ? ['hint confirmed', 'hint cancelled'] : undefined,
  never: ['second hint'],
  always: {
    [path]: {
      categorySlug: 'web',
      slug: 'hangar-search',
      name: 'Hangar Search',
      order: 1,
      difficulty: 'easy',
      description: 'Look.',
      hints: [{ id: 'h1', cost: 50 }],
    },
  },
})

const vpn = inApp({
  model: vpnModel,
  actions: vpnActions,
  states: vpnStates,
  account: 'playing',
  page: '/',
  panel: null,
  dialog: 'Connect to the VPN',
  enter: page => page.getByRole('banner').getByRole('button', { name: 'VPN' }).click(),
  calls: {
    fetchConfig: {
      method: 'GET',
      path: '/v1/user/vpn/config',
      replies: {
        'configuration comes': { text: '[Interface]' },
        'no account yet': refusal(404, 'NO_ACCOUNT'),
        'fetchConfig fails': broken,
      },
    },
  },
  stories: [{ steps: 'download → configuration comes → saved' }],
  // A browser saves a file at once.
  comesByItself: ['saved'],
})

/** The machines whose generated paths are walked in the app. */
export const machinesInApp: readonly MachineInApp[] = [
  ...[submission, environment, teamStep, invitation, groupStep, flugzeug, membership, hints, vpn],
]
