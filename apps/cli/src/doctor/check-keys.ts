import type { DoctorCheck } from '@convene/host'
import type { CliProgram } from '../program.ts'

/** Where keys are stored, and whether the keychain is reachable. */
export async function checkKeys(program: CliProgram): Promise<DoctorCheck> {
  const keys = await program.keys()
  const { place, because } = await keys.place()
  const what = 'keys'
  const found = `stored in ${place.label}${because === undefined ? '' : `, because ${because}`}`
  const away = keys.list().filter((key) => key.in !== 'file' && key.in !== place.kind)
  if (away.length === 0) return { state: 'good', what, found }
  const names = away.map(({ variable }) => variable).join(', ')
  return {
    state: 'note',
    what,
    found: `${found}, but the keychain with ${names} cannot be reached`,
    fix: 'Start the desktop session, unlock the keychain, set the environment variable, or store the key again: convene keys set.',
  }
}
