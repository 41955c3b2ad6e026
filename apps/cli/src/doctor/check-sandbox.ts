import type { Check } from '@convene/host'
import { ownSystem } from '@convene/platform'
import { findSandbox } from '@convene/tools'

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
