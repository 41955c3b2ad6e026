import { letterAt } from '../../../text/letters.ts'

/** The options with their letters, one per line. */
export const lettered = (options: readonly string[]): string =>
  options.map((text, place) => `${letterAt(place)}. ${text}`).join('\n')
