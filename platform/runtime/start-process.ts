import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * `spawn` of node:child_process. If this process can open no more files, Node returns a child without
 * pipes, and its error comes later: whoever uses a pipe first throws, and nobody listens for the error.
 *
 * @throws if this process can open no more files
 */
export function startProcess(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const child = spawn(file, args, options)
  if (child.stdio as ChildProcess['stdio'] | undefined) return child
  child.on('error', () => undefined)
  throw new Error(`${file} cannot be run: this process has too many files open`)
}
