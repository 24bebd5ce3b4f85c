// What may leave the page in a trace. What is not listed here stays: its name, its text and its number.
const list = (text: string) => new Set(text.trim().split(/\s+/))

/** Fields whose own text or number stays, and whose parts may leave. */
const structure = list(`
  accessToken account accountDisplayName accountHasScoreGroup accountId accountUrl actionFailure again announcements app
  body brand browser canBeStarted catalogue categories category categorySlug celebration challenge challenges
  challengeSlug channel check children clipboard clock completed completedChallenges config contact context data description detail difficulty discordUrl displayName draft drafts error event exact expect
  facts   exposedEndpoints externalId failure files filter firstBlood flag flagPrefix flugzeugEnabled connected folded
  frameUrl groups groupsText guard image guide hasEnvironment hasScoreGroup hasTeam hidesSolved hintId hints id input
  instance intro ip ipv4Address link isAnnounced isAsked isChosen isCompleted isDoubtful isFetching isFirstBlood
  isFolded isGeneral isLeaving isMoving isNotifying isOwn isPasswordProtected isPublic isReady isRunning
  isPaused isReadOnly isSecret isShared isStartAllowed joinToken key keyboard keys logoUrl marked marks members membership message
  metadata missingKeys names needs network news notifies now ok output parent part password preferences problem
  protocol query question queue random read reading reason refusal requires result retried rules running
  runningChallenges sample score scoreGroup series session settings sharing shown slug snapshot solved solvedBy solves
  soon startsActive staticFilesArchiveUrl stats stops stored subject submission submissions submittedForm tags
  tabs team teamId teamMode teamModeEnabled teamName terms text title token url user userId username viewOnly
  vpn waiting enabled down light dark en de
`)

/** Fields whose number may leave: counts, points and times. */
const numbers = list(`
  id attempts bandwidth bounds bytes cost countedFlags defaultTeamSizeLimit expiresAt failures flags height
  hintCosts idleLatency interval latency lookAt maxSize maximum numSolvedFlags offset order points pointsTotal
  photos plain port position probe quality queue rank rankBefore receivedAt renewAt retry retryAfter sentAt serverDate
  signedInAt signInFailures size solvedFlags textSize solves status time total totalFlags updatedAt waitUntil waitingPolls watchers
  width worth
`)

/** Fields whose text may leave if it is a time (ISO 8601). */
const times = list(`
  ctfEnd ctfPostPlayEnd ctfStart extendableFrom frozenSince lastSolve scheduledStopTime solvedAt
  stopTimestamp time
`)

/** Fields whose text may leave if it is one of our own words. */
const fieldsOfWords = list(`
  browser code data dialog excess extension extensions flugzeugEnabled form gate importance is kind locale name page
  panel part phase publicBy quality role scaling scheme sound state status stored submittedForm topic type
`)

/** Fields with a path of the app. */
const paths = list('path redirectPath returnTo to')

/** Fields with an address. Only whether it is one of the web may leave. */
const urls = list('frameUrl url')

const words = list(`
  active done error stopped ok is found refused failed on off
  UNKNOWN NOT_FOUND NOT_AUTHORIZED VALIDATION_FAILED NO_SCORE_GROUP_SELECTED SCORE_GROUP_ALREADY_SELECTED
  SCORE_GROUP_WRONG_PASSWORD TIME_RESTRICTED REQUIREMENTS_NOT_MET MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED
  CANNOT_PROLONG_CHALLENGE_INSTANCE UNSUPPORTED_ORCHESTRATOR_OPERATION TEAM_JOIN_TOKEN_INVALID TEAM_FULL
  TEAM_NAME_TAKEN NO_TEAM USER_NOT_TEAM_MEMBER NO_ACCOUNT NO_FLUGZEUG FLUGZEUG_EXISTS CANNOT_PROLONG_FLUGZEUG
  LIMITED UNREADABLE NO_STORAGE INSECURE UNREACHABLE SIGN_IN_REFUSED SIGN_IN_LOST invalidGrant
  upcoming running postPlay over not-running provisioning starting stopping unreadable
  home ownTeam join scoreboard solvesCalendar account announcements flugzeug challenge login
  afterLoginRedirect logout notFound
  challenges desktopViews ended event live publicScoreboard queue everything solve hint firstBlood environment team
  en de light dark system vpn discord terms debug clipboard files keys picture sharing help fit resize actual auto
  owner alone watcher
  locked en-GB en-US de-DE de-AT de-CH
  memory disk howTo rules open folded on off denied unsupported create group normal high
`)

/** The fixed parts of the paths of the app's pages. */
const steps = list(
  'my-team join scoreboard solves-calendar accounts announcements flugzeug challenge auth login redirect logout',
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
export const isStep = (text: string) => text === '' || steps.has(text)
