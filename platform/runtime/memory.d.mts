export function memoryOf(pids: readonly number[], limit: number): number
export function segmentsMemory(): number
export function filesMemory(pids: readonly number[]): number
export function socketsMemory(pids: readonly number[]): number
