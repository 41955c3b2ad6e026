import { countText } from '@convene/domain'
import type { Program } from '../program.ts'

/** A warning for a workspace whose files are not applied as written. */
export async function trustWarning(program: Program): Promise<readonly string[]> {
  const { state, files } = await program.trust()
  if (state === 'trusted' || state === 'nothing') return []
  const what = state === 'changed' ? 'has changed since you trusted it' : 'is not trusted'
  return [
    `This workspace ${what}, so its ${countText(files.length, 'file')} cannot give agents more permissions. Review and trust it: convene trust`,
  ]
}
