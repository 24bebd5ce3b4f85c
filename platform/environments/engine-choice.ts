/** `auto` means processes, and containers for challenges with an image if a Docker engine answers. */
export const engineChoices = ['auto', 'process', 'docker'] as const
export type EngineChoice = (typeof engineChoices)[number]
