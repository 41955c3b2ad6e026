/** `20260102T030405678Z`: sorts by time, and is a valid file name on every system. */
export const timestamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '')
