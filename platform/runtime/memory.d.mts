export function memoryOf(pids: number[], limit: number): number
export function segmentsMemory(): number
