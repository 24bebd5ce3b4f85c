interface Description {
  variable: string
  value: string
  fallback: string
  help: string
}

export const descriptions: Record<string, Description> = {
  port: { variable: 'PORT', value: 'NUMBER', fallback: '8080', help: 'port to listen on; 0: any' },
  host: { variable: 'HOST', value: 'ADDRESS', fallback: '127.0.0.1', help: 'address to listen on' },
  data: { variable: 'DATA', value: 'FOLDER', fallback: '.guidon', help: 'where its data lies' },
  event: { variable: 'EVENT', value: 'FOLDER', fallback: 'events/demo', help: 'the event to run' },
  origin: {
    variable: 'ORIGIN',
    value: 'URL',
    fallback: '',
    help: 'where participants find it, behind a proxy for example; default: host and port',
  },
  'cors-origins': {
    variable: 'CORS_ORIGINS',
    value: 'URLS',
    fallback: '',
    help: 'other origins that serve the app, with commas between',
  },
  'trusted-proxies': {
    variable: 'TRUSTED_PROXIES',
    value: 'LIST',
    fallback: '',
    help: 'addresses and networks of proxies whose X-Forwarded-For is believed, with commas between',
  },
  'metrics-token': {
    variable: 'METRICS_TOKEN',
    value: 'TEXT',
    fallback: '',
    help: 'bearer token that reads /metrics; default: without --origin, programs of this machine read it',
  },
  environments: {
    variable: 'ENVIRONMENTS',
    value: 'ENGINE',
    fallback: 'auto',
    help: 'process, docker, or auto: processes, and Docker for images where it answers',
  },
  'environments-memory': {
    variable: 'ENVIRONMENTS_MEMORY',
    value: 'SIZE',
    fallback: '',
    help: "memory for all environments, like '8 GB', or unlimited: starts beyond it wait; default: 3/8 of this machine's",
  },
  'desktops-memory': {
    variable: 'DESKTOPS_MEMORY',
    value: 'SIZE',
    fallback: '',
    help: 'the same for all desktops',
  },
  desktops: {
    variable: 'DESKTOPS',
    value: 'HOW',
    fallback: 'required',
    help: 'required: only where they can be isolated; plain: anywhere, as processes of this user',
  },
  registry: {
    variable: 'REGISTRY',
    value: 'HOST/PATH',
    fallback: '',
    help: 'where images of Dockerfiles go, for the nodes of a Swarm; signed in by docker login',
  },
  'database-url': {
    variable: 'DATABASE_URL',
    value: 'URL',
    fallback: '',
    help: 'a PostgreSQL server; default: an embedded database in the data folder',
  },
  'replica-url': {
    variable: 'REPLICA_URL',
    value: 'URL',
    fallback: '',
    help: 'where other platforms on the same PostgreSQL reach this one; default: host and port',
  },
  'oidc-issuer-url': {
    variable: 'OIDC_ISSUER_URL',
    value: 'URL',
    fallback: '',
    help: 'an OpenID issuer; default: the embedded one',
  },
  'oidc-client-id': {
    variable: 'OIDC_CLIENT_ID',
    value: 'ID',
    fallback: '',
    help: "the app's client id there",
  },
  'oidc-audience': {
    variable: 'OIDC_AUDIENCE',
    value: 'TEXT',
    fallback: '',
    help: 'what its access tokens are for; default: the client id',
  },
  'sentry-dsn': {
    variable: 'SENTRY_DSN',
    value: 'URL',
    fallback: '',
    help: 'where pages report their errors, as Sentry or what speaks like it gives it; default: nowhere',
  },
  'wg-interface': {
    variable: 'WG_INTERFACE',
    value: 'NAME',
    fallback: '',
    help: "a WireGuard interface of this machine that participants' devices connect to",
  },
  'log-level': {
    variable: 'LOG_LEVEL',
    value: 'LEVEL',
    fallback: 'warn',
    help: 'silent, error, warn, info or debug',
  },
}

export function helpText(): string {
  const lines = Object.entries(descriptions).map(([name, { variable, value, fallback, help }]) => {
    const shown = fallback ? `${help} (${fallback})` : help
    return `  ${`--${name} ${value}`.padEnd(26)}${variable.padEnd(17)}${shown}`
  })
  return [
    'Runs an event: the app, its API, sign-in, challenges, on one port.',
    '',
    'npm start -- [options]        or the environment variable',
    ...lines,
    `  ${'--help'.padEnd(26)}${''.padEnd(17)}this text`,
    '',
    'SIGHUP reads the event again. Ctrl-C ends the platform and every environment.',
  ].join('\n')
}
