import { findSandbox } from '@convene/tools'
import type { Program } from '../program.ts'
import type { Check } from './check.ts'

/** Whether commands of agents are confined; without that they run as you do, and every approval says so. */
export async function checkSandbox(): Promise<Check> {
  const sandbox = await findSandbox()
  if (sandbox.kind !== 'none') return { state: 'good', what: 'sandbox', found: sandbox.kind }
  const fix =
    process.platform === 'linux'
      ? 'Install bubblewrap, so that commands of agents cannot leave the workspace.'
      : 'Commands of agents run without one here; look at them before you allow them.'
  return { state: 'note', what: 'sandbox', found: sandbox.why, fix }
}

/** What the workspace would decide, if it were trusted. */
export async function checkTrust(program: Program): Promise<readonly Check[]> {
  const { state, files } = await program.trust()
  if (state === 'nothing') return []
  if (state === 'trusted') return [{ state: 'good', what: 'workspace', found: 'trusted, as it is now' }]
  const found = `${state === 'changed' ? 'changed since you trusted it' : 'not trusted'}: ${files.map(({ path }) => path).join(', ')}`
  return [{ state: 'note', what: 'workspace', found, fix: 'Look, then trust: convene trust' }]
}
