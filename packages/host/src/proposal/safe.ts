import { homedir, tmpdir } from 'node:os'
import type { Session } from '@convene/domain'
import { textWithoutSecrets } from '../export/without-secrets.ts'
import type { Program } from '../program.ts'
import { withoutPaths } from './without-paths.ts'

/** Removes secrets and places of this machine from what others will read. */
export function safeIn({ home, environment }: Program, { workspace }: Session): (text: string) => string {
  const places = [home, homedir(), environment.HOME ?? '', tmpdir()]
  return (text) => withoutPaths(textWithoutSecrets(text, environment), { workspace, places })
}
