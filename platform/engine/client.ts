import type Docker from 'dockerode'
import { messageOf } from '../log-errors.ts'

/** How long to wait for an engine, in milliseconds. */
const timeoutMs = 3000

/** The engine that DOCKER_HOST names, or that of the local socket. @returns why it does not answer */
export async function findDocker(): Promise<{ docker: Docker } | { reason: string }> {
  // The client takes a fifth of the platform's start, so it is loaded only if it may be used.
  const { default: Client } = await import('dockerode')
  try {
    const docker = new Client()
    await within(timeoutMs, docker.ping())
    return { docker }
  } catch (error) {
    const [reason = ''] = messageOf(error).split('\n')
    return { reason: reason || 'it does not say why' }
  }
}

export const silentFor = (ms: number): Error => new Error(`silent for ${ms / 1000} s`)

/** What the engine answers. @throws an error if it is silent for too long */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(silentFor(ms)), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the engine answers that the thing does not exist. */
export const isGone = (error: unknown): boolean =>
  (error as { statusCode?: number }).statusCode === 404

/** Whether the engine has an image. */
export async function hasImage(docker: Docker, name: string): Promise<boolean> {
  try {
    await docker.getImage(name).inspect()
    return true
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}
