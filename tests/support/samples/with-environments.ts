/** A sample with its part for `--environments-domain`, which is a comment there. */
export function withEnvironments(sample: string): string {
  const [others = '', part] = sample.split(/^(?=# For --environments-domain)/m)
  if (part === undefined) throw new Error('the sample has no part for --environments-domain')
  const lines = part.split('\n')
  const from = lines.findIndex(line => /[{]$/.test(line))
  const code = lines.slice(from).map(line => line.replace(/^# ?/, ''))
  return [others, ...code].join('\n')
}
