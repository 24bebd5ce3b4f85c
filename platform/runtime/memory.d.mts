export function memoryOf(pids: number[], limit: number): number
export function segmentsMemory(): number
export function filesMemory(pids: number[]): number
