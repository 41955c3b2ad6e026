export { systemClock } from './clock/system-clock.ts'
export { ulids } from './ids/ulids.ts'
