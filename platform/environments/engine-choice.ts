/** `auto`: processes, and containers for what has an image, where an engine answers. */
export const engineChoices = ['auto', 'process', 'docker'] as const
export type EngineChoice = (typeof engineChoices)[number]
