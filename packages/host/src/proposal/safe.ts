import type { Session } from '@convene/domain'
import { placesOf } from '../export/places-of.ts'
import { withoutPaths } from '../export/without-paths.ts'
import { textWithoutSecrets } from '../export/without-secrets.ts'
import type { Program } from '../program.ts'

/** Removes secrets and places of this machine from what others will read. */
export function safeIn(program: Program, { workspace }: Session): (text: string) => string {
  const places = placesOf(program)
  return (text) => withoutPaths(textWithoutSecrets(text, program.environment), { workspace, places })
}
