import { tidyEvents } from './tidy-events.ts'

const DETAILS = /TokensDetails"/

/**
 * Answers of Gemini as the provider's package expects them. A token detail without its count makes the package discard
 * the whole answer, text and all. Nothing here uses these details.
 */
export const googleStream = () => tidyEvents((data) => (DETAILS.test(data) ? (tidyGoogle(data) ?? data) : data))

/** A document without token details. Undefined if it is not JSON. */
export function tidyGoogle(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), (key, value) => (/TokensDetails$/.test(key) ? undefined : value))
  } catch {
    return undefined
  }
}
