import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

/**
 * `spawn` of node:child_process, but it throws at once if this process can open no more files. Node then
 * returns a child without pipes and emits an error later. Code that uses a pipe before that would throw, and
 * nobody would listen for the error.
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
