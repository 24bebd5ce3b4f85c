/** `auto`: processes, and where a Docker engine answers, containers for challenges with an image. */
export const engineChoices = ['auto', 'process', 'docker'] as const
export type EngineChoice = (typeof engineChoices)[number]
