/** `20260102T030405678Z`: sorts by time, and is a file name everywhere. */
export const timestamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, '')
