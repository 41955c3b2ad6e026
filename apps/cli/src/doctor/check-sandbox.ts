import type { DoctorCheck } from '@convene/host'
import { ownSystem } from '@convene/platform'
import { findSandbox } from '@convene/tools'

/** Whether agents' commands run in a sandbox. Without one they run with the user's rights, and every approval says so. */
export async function checkSandbox(system = ownSystem.name, find = findSandbox): Promise<DoctorCheck> {
  const sandbox = await find()
  if (sandbox.kind !== 'none') return { state: 'good', what: 'sandbox', found: sandbox.kind }
  return { state: 'note', what: 'sandbox', found: sandbox.why, fix: fixFor(system, sandbox.why) }
}

function fixFor(system: string, why: string): string {
  if (system !== 'linux') return 'Agent commands are not sandboxed here. Check them before you allow them.'
  if (why.includes('not installed')) return 'Install bubblewrap to confine agent commands to the workspace.'
  return 'Until it works, agent commands are not confined to the workspace. Check them before you allow them.'
}
