const CALLS = 60
const WINDOW_MS = 60_000

/** The times of an agent's newest tool calls, with one more. */
export const callTimes = (times: readonly number[], at: number): readonly number[] => [...times.slice(1 - CALLS), at]

/** When an agent's next tool call may start: 60 a minute. */
export function mayCallAt(times: readonly number[], at: number): number | undefined {
  const oldest = times[0]
  if (times.length < CALLS || oldest === undefined || oldest + WINDOW_MS <= at) return undefined
  return oldest + WINDOW_MS
}
