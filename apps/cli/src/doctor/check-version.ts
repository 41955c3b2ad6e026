import type { DoctorCheck } from '@convene/host'
import type { CliProgram } from '../program.ts'
import { lookForUpdate } from '../update/update.ts'

/** Whether there is a newer version. Only on request, or if the user has set `updates`. */
export async function checkVersion(program: CliProgram): Promise<DoctorCheck> {
  const { isKnown, lines } = await lookForUpdate(program)
  return versionCheck(isKnown, lines)
}

/** The words of `convene update --check` as a check: a second line says how to update. */
export function versionCheck(isKnown: boolean, [found = '', fix]: readonly string[]): DoctorCheck {
  const state = isKnown && fix === undefined ? 'good' : 'note'
  return { state, what: 'version', found, ...(fix !== undefined && { fix }) }
}
