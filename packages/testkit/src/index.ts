export { type FakeClock, fakeClock } from './clock/fake-clock.ts'
export { type MemoryWorkspace, memoryFiles } from './files/memory-files.ts'
export { countingIds } from './ids/counting-ids.ts'
