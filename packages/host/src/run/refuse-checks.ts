import { cleanLine, type Result, readCheck, refuse, traitsOf } from '@convene/domain'
import type { CollectedTools } from './collect-tools.ts'
import type { HostRunRequest } from './run-request.ts'

/** Refuses checks that could never run: unreadable ones, in a mode that has none, or without a folder to run them in. */
export function refuseChecks(
  { checks = [] }: Pick<HostRunRequest, 'checks'>,
  mode: string,
  { noWorkspace }: Pick<CollectedTools, 'noWorkspace'>,
): Result<never> | undefined {
  if (checks.length === 0) return undefined
  for (const check of checks) {
    const read = readCheck(check)
    if (!read.ok) return refuse('bad_check', `The check "${cleanLine(check)}" cannot be used: ${read.refusal.message}`)
  }
  if (traitsOf(mode).checks === 'none')
    return refuse('bad_check', `\`--check\` does not work in the mode ${mode}. Add \`--mode agent\`, or leave it out.`)
  return noWorkspace === undefined
    ? undefined
    : refuse('bad_check', `\`--check\` needs a folder with the work. ${noWorkspace} Choose a folder: --workspace DIR`)
}
