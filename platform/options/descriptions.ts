import { commandNames } from '../command-names.ts'

interface Description {
  variable: string
  /** Empty: the option has no value. */
  value: string
  fallback: string
  help: string
}

export const descriptions: Record<string, Description> = {
  port: { variable: 'PORT', value: 'NUMBER', fallback: '8080', help: 'port to listen on; 0: any' },
  host: { variable: 'HOST', value: 'ADDRESS', fallback: '127.0.0.1', help: 'address to listen on' },
  data: { variable: 'DATA', value: 'FOLDER', fallback: '.guidon', help: 'folder for its data' },
  event: { variable: 'EVENT', value: 'FOLDER', fallback: 'events/demo', help: 'the event to run' },
  origin: {
    variable: 'ORIGIN',
    value: 'URL',
    fallback: '',
    help: 'its public address, for example behind a proxy; default: host and port',
  },
  'cors-origins': {
    variable: 'CORS_ORIGINS',
    value: 'URLS',
    fallback: '',
    help: 'other origins that serve the app, separated by commas',
  },
  'tls-cert': {
    variable: 'TLS_CERT',
    value: 'FILE',
    fallback: '',
    help: 'certificate with those of its issuers, in PEM: serve HTTPS and HTTP/2; SIGHUP reads it again',
  },
  'tls-key': { variable: 'TLS_KEY', value: 'FILE', fallback: '', help: 'its key, in PEM' },
  'trusted-proxies': {
    variable: 'TRUSTED_PROXIES',
    value: 'LIST',
    fallback: '',
    help: 'proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas',
  },
  'metrics-token': {
    variable: 'METRICS_TOKEN',
    value: 'TEXT',
    fallback: '',
    help: 'bearer token for /metrics; default: only programs of this host, if there is no --origin',
  },
  environments: {
    variable: 'ENVIRONMENTS',
    value: 'ENGINE',
    fallback: 'auto',
    help: 'process, docker, or auto: processes, and Docker for images if it answers',
  },
  'environments-host': {
    variable: 'ENVIRONMENTS_HOST',
    value: 'NAME',
    fallback: '',
    help: 'the host in the addresses of environments that participants see; default: the name in --origin',
  },
  'environments-bind': {
    variable: 'ENVIRONMENTS_BIND',
    value: 'ADDRESS',
    fallback: '',
    help: 'address of this host to open environments on, like 0.0.0.0; default: --host',
  },
  'environments-domain': {
    variable: 'ENVIRONMENTS_DOMAIN',
    value: 'NAME',
    fallback: '',
    help: 'the platform passes on environments of the protocol http by names below it, without open ports',
  },
  'environments-ports': {
    variable: 'ENVIRONMENTS_PORTS',
    value: 'FROM-TO',
    fallback: '',
    help: 'ports for environments, like 40000-41000, to be opened in a firewall; default: any',
  },
  'environments-memory': {
    variable: 'ENVIRONMENTS_MEMORY',
    value: 'SIZE',
    fallback: '',
    help: "memory for all environments, like '8 GB', or unlimited; more starts wait; default: 3/8 of this host's",
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
    help: 'required: processes with isolation; plain: also without, as this user; docker: containers',
  },
  'desktops-homes': {
    variable: 'DESKTOPS_HOMES',
    value: 'FOLDER',
    fallback: '',
    help: "with --desktops docker: a folder that all nodes share, for homes; default: the engine's volumes",
  },
  registry: {
    variable: 'REGISTRY',
    value: 'HOST/PATH',
    fallback: '',
    help: 'registry for images of Dockerfiles, for the nodes of a Swarm; sign in with docker login',
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
    help: 'address for other platforms on the same PostgreSQL; default: host and port',
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
    help: 'audience of its access tokens; default: the client id',
  },
  'oidc-email-domains': {
    variable: 'OIDC_EMAIL_DOMAINS',
    value: 'NAMES',
    fallback: '',
    help: 'only people with a verified e-mail address of one of these domains may take part; default: all users of the issuer',
  },
  'sentry-dsn': {
    variable: 'SENTRY_DSN',
    value: 'URL',
    fallback: '',
    help: 'DSN of Sentry, or of a compatible service, for errors of pages; default: none',
  },
  'service-worker': {
    variable: 'SERVICE_WORKER',
    value: 'HOW',
    fallback: 'on',
    help: 'on: browsers keep the app for the next visit; off: they delete the app that they kept',
  },
  'render-pages': {
    variable: 'RENDER_PAGES',
    value: 'HOW',
    fallback: 'on',
    help: 'on: the platform renders the first page of a user, which is then shown before the app is loaded; off',
  },
  'wg-interface': {
    variable: 'WG_INTERFACE',
    value: 'NAME',
    fallback: '',
    help: "WireGuard interface of this host, to which participants' devices connect",
  },
  'read-only': {
    variable: 'READ_ONLY',
    value: '',
    fallback: '',
    help: 'a past event for reading: sign-in as before, every change is refused, nothing is started',
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
    return `  ${`--${name} ${value}`.padEnd(29)}${variable.padEnd(21)}${shown}`
  })
  return [
    'Runs an event: the app, its API, sign-in, challenges, on one port.',
    '',
    `${`${commandNames.start} [options]`.padEnd(31)}or the environment variable`,
    ...lines,
    `  ${'--help'.padEnd(29)}${''.padEnd(21)}this text`,
    '',
    `${commandNames.event} reload, or SIGHUP, reads the event again. Ctrl-C ends the platform, and each desktop and environment that is a process.`,
  ].join('\n')
}
