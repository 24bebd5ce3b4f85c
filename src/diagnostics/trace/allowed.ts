import { extensions } from '../../api/contract/extension.ts'
import { liveTopics } from '../../api/contract/live.ts'
import { errorCodes } from '../../api/contract.ts'
import { everyLanguage } from '../../domain/languages.ts'
import { pageNames, rulesOf } from '../../machines/navigation/pages.ts'

// What may leave the page in a trace. What is not listed here stays: its name, its text and its number.
const list = (text: string) => new Set(text.trim().split(/\s+/))

/** Fields whose own text or number stays, and whose parts may leave. */
const structure = list(`
  accessToken account accountDisplayName accountHasScoreGroup accountId accountUrl changeFailure again
  announcements app body brand browser canBeStarted catalogue categories category categorySlug celebration
  challenge challengeSlug challenges channel check children clipboard clock completed completedChallenges
  config connected contact context dark data description detail difficulty discordUrl displayName down draft
  drafts enabled error event exact expect exposedEndpoints externalId facts failure files filter firstBlood
  flag flagPrefix flugzeugEnabled folded frameUrl gain groups groupsText guard guide hasEnvironment hasScoreGroup
  hasTeam hidesSolved hintId hints id image input instance intro ip ipv4Address isAnnounced isAsked isBanned
  isChosen isCompleted isDoubtful isFetching isFirstBlood isFolded isGeneral isLeaving isMoving isNotifying isOffered
  isOwn isPasswordProtected isPaused isPublic isReadOnly isReady isRunning isSecret isShared
  joinToken key keyboard keys light link logoUrl marked marks members membership message metadata
  missingKeys names needs network notifies now ok output parent part password preferences problem
  protocol query question queue random read reading reason refusal requires result retried rules running
  runningChallenges sample score scoreGroup series session settings sharing shown slug snapshot solved
  solvedBy solves soon startsActive staticFilesArchiveUrl stats stops stored subject submission submissions
  submittedForm tabs tags team teamId teamMode teamModeEnabled teamName terms text title token url user
  userId username viewOnly vpn waiting
  ${everyLanguage.join(' ')}
`)

/** Fields whose number may leave: counts, points and times. */
const numbers = list(`
  attempts bandwidth bounds bytes cost countedFlags defaultTeamSizeLimit expiresAt failures flags height
  hintCosts id idleLatency interval latency maxSize maximum nextReadAt numSolvedFlags offset order photos plain
  points pointsTotal port position probe quality queue rank rankBefore receivedAt renewAt retry retryAfter
  sentAt serverDate signInFailures signedInAt size solvedFlags solves status textSize time total totalFlags
  updatedAt waitUntil waitingPolls watchers width worth
`)

/** Fields whose text may leave if it is a time (ISO 8601). */
const times = list(`
  ctfEnd ctfPostPlayEnd ctfStart extendableFrom frozenSince lastSolve scheduledStopTime solvedAt
  stopTimestamp time
`)

/** Fields whose text may leave if it is one of our own words. */
const fieldsOfWords = list(`
  browser code data dialog excess extension extensions flugzeugEnabled form gate importance is kind locale
  name page panel part phase publicBy quality role scaling scheme sound state status stored submittedForm
  topic type
`)

/** Fields with a path of the app. */
const paths = list('path redirectPath returnTo to')

/** Fields with an address. Only whether it is one of the web may leave. */
const urls = list('frameUrl url')

const words = new Set<string>([
  ...errorCodes,
  ...extensions,
  ...Object.keys(liveTopics),
  ...pageNames,
  ...everyLanguage,
  ...list(`
    INSECURE LIMITED NO_STORAGE SIGN_IN_LOST SIGN_IN_REFUSED UNREACHABLE UNREADABLE active actual alone auto
    challenges clipboard create dark de-AT de-CH de-DE debug denied discord disk done en-GB
    en-US ended environment error event everything failed files firstBlood fit folded found group help high
    hint howTo invalidGrant is keys light live locked memory normal not-running off ok on open over owner
    picture postPlay provisioning queue refused resize rules running sharing solve starting
    stopped stopping system team terms unreadable unsupported upcoming vpn watcher
  `),
])

/** The fixed parts of the paths of the app's pages. */
const pathParts = new Set(
  pageNames
    .flatMap(name => rulesOf(name).path?.split('/') ?? [])
    .filter(part => !part.startsWith('{')),
)

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** Whether the name of a field may leave. The others are names of people, challenges or languages. */
export const isKnownField = (name: string) =>
  [structure, numbers, times, fieldsOfWords, paths].some(names => names.has(name))

export const mayLeave = (field: string, value: string | number) =>
  typeof value === 'number'
    ? numbers.has(field)
    : value === '' ||
      (fieldsOfWords.has(field) && words.has(value)) ||
      (times.has(field) && MOMENT.test(value))

export const isPath = (field: string) => paths.has(field)
export const isUrl = (field: string) => urls.has(field)

/** Whether a part of a path belongs to the app's own pages. */
export const isPathPart = (text: string) => text === '' || pathParts.has(text)
