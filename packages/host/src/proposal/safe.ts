import type { Session } from '@convene/domain'
import { machinePlaces } from '../export/places-of.ts'
import { withoutPaths } from '../export/without-paths.ts'
import { textWithoutSecrets } from '../export/without-secrets.ts'
import type { Program } from '../program.ts'

/** Removes secrets and places of this machine from what others will read. */
export function safeIn(program: Program, { workspace }: Session): (text: string) => string {
  const places = machinePlaces(program)
  return (text) => withoutPaths(textWithoutSecrets(text, program.environment), { workspace, places })
}
