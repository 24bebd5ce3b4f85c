import type { EnvironmentSpec } from '../driver.ts'

/**
 * The environment variables of a service: its flags and account, HOST, PORT (the first one), and
 * PORT_<TITLE> for each port with a title. The platform's own variables are left out.
 *
 * @param ports that the service must listen on, in the order of the definition
 */
export function variablesOf(
  spec: EnvironmentSpec,
  ports: number[],
  path: string,
): Record<string, string> {
  const titled = spec.definition.ports.map(({ title }, index) => [title, ports[index]] as const)
  return {
    ...spec.variables,
    PATH: path,
    HOME: '/tmp',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    HOST: '127.0.0.1',
    PORT: String(ports[0]),
    ...Object.fromEntries(
      titled
        .filter(([title]) => title !== '')
        .map(([title, port]) => [`PORT_${asName(title)}`, String(port)]),
    ),
  }
}

/** `Web shell` → `WEB_SHELL`. */
function asName(title: string): string {
  return title.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
}
