import type { AnyStateMachine } from 'xstate'
import type { AnyFormActions, FormActions } from '../../models/form-actions.ts'
import type { AnyModel, Model } from '../../models/harness/fixtures.ts'
import { instanceModel } from '../../models/instance.model.ts'
import type { AnyExpectations, Expectations } from '../../models/shown/expectations.ts'
import { instanceActions, instanceStates } from '../../models/shown/instance.ts'
import { submissionActions, submissionStates } from '../../models/shown/submission.ts'
import { submissionModel } from '../../models/submission.model.ts'

/** What a server answers, for a name of the model. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: object
  /** The actor whose call the app makes to find out what came of it: it is answered as it was the last time. */
  readonly thenRead?: string
}

/** A call of the wire, for an actor of the machine. */
export interface WireCall {
  readonly method: string
  /** How its path ends. */
  readonly path: string
  readonly replies: Readonly<Record<string, Reply>>
}

/** A path on which nobody stands in for the server. */
export interface PlatformStory {
  readonly steps: string
  /** What the account does first, by calls of its own. */
  readonly before?: (call: Call) => Promise<void>
}
type Call = (method: string, path: string, data?: object) => Promise<{ status(): number }>

/** A machine of the model, and where a participant meets it. */
export interface MachineInApp {
  readonly model: AnyModel
  readonly actions: AnyFormActions
  readonly states: AnyExpectations
  /** The page, and the title of the panel that shows the machine. */
  readonly page: string
  readonly panel: string
  /** By the name of the actor. */
  readonly calls: Readonly<Record<string, WireCall>>
  /** What a platform with the demo event does by itself. */
  readonly stories: readonly PlatformStory[]
  /** What the page has heard before the path begins, or hears by itself: there is nothing to do for it. */
  readonly heard: readonly string[]
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
  heard: ['nothing solved'],
})

const environment = inApp({
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
  heard: ['challenge known', 'stats change'],
})

/** The machines whose generated paths are walked in the app. */
export const machinesInApp: readonly MachineInApp[] = [submission, environment]
