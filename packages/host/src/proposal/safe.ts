import type { Session } from '@convene/domain'
import { machinePlaces } from '../export/places-of.ts'
import { safeTexts } from '../export/safe-text.ts'
import type { Program } from '../program.ts'

/** Removes secrets and places of this machine from what others will read. */
export function safeIn(program: Program, { workspace }: Session): (text: string) => string {
  const removed = { environment: program.environment, places: machinePlaces(program), workspace }
  return (text) => safeTexts(removed, [text])(text)
}
