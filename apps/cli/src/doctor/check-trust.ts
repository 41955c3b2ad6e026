import type { DoctorCheck } from '@convene/host'
import type { CliProgram } from '../program.ts'

/** The workspace files that need trust. */
export async function checkTrust(program: CliProgram): Promise<readonly DoctorCheck[]> {
  const { state, files } = await program.trust()
  if (state === 'nothing') return []
  if (state === 'trusted') return [{ state: 'good', what: 'workspace', found: 'trusted in its current state' }]
  const found = `${state === 'changed' ? 'changed since you trusted it' : 'not trusted'}: ${files.map(({ path }) => path).join(', ')}`
  return [{ state: 'note', what: 'workspace', found, fix: 'Review and trust it: convene trust' }]
}
