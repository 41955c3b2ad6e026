import type { Check } from '@convene/host'
import { ownSystem } from '@convene/platform'
import { findSandbox } from '@convene/tools'
import type { Program } from '../program.ts'

/** Whether agents' commands run in a sandbox. Without one they run with the user's rights, and every approval says so. */
export async function checkSandbox(system = ownSystem.name, find = findSandbox): Promise<Check> {
  const sandbox = await find()
  if (sandbox.kind !== 'none') return { state: 'good', what: 'sandbox', found: sandbox.kind }
  const fix =
    system === 'linux'
      ? 'Install bubblewrap to confine agent commands to the workspace.'
      : 'Agent commands are not sandboxed here. Check them before you allow them.'
  return { state: 'note', what: 'sandbox', found: sandbox.why, fix }
}

/** The workspace files that need trust. */
export async function checkTrust(program: Program): Promise<readonly Check[]> {
  const { state, files } = await program.trust()
  if (state === 'nothing') return []
  if (state === 'trusted') return [{ state: 'good', what: 'workspace', found: 'trusted in its current state' }]
  const found = `${state === 'changed' ? 'changed since you trusted it' : 'not trusted'}: ${files.map(({ path }) => path).join(', ')}`
  return [{ state: 'note', what: 'workspace', found, fix: 'Review and trust it: convene trust' }]
}
