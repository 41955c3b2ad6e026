import type { Program } from '../program.ts'
import type { Check } from './check.ts'

/** Where keys are kept, and whether those that lie in a keychain can be reached. */
export async function checkKeys(program: Program): Promise<Check> {
  const keys = await program.keys()
  const { place, because } = await keys.place()
  const what = 'keys'
  const found = `kept in ${place.label}${because === undefined ? '' : `, because ${because}`}`
  const away = keys.list().filter((key) => key.in !== 'file' && key.in !== place.kind)
  if (away.length === 0) return { state: 'good', what, found }
  const names = away.map(({ variable }) => variable).join(', ')
  return {
    state: 'note',
    what,
    found: `${found}; ${names} in a keychain that cannot be reached`,
    fix: 'Start the desktop session or unlock the keychain, set the variable, or give the key again: convene keys set.',
  }
}
