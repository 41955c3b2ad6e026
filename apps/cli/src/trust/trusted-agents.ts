import { type Command, isBusy, isFinal, type Refusal, type SeatedTeam, type Session, seatsOf } from '@convene/domain'
import { agentTrustIn } from '@convene/host'
import { ACP } from '@convene/models'
import type { CliProgram } from '../program.ts'
import { shellWord } from '../terminal/shell-word.ts'
import { askForTrust } from './trust.ts'

/** Coding agents would refuse to start one after the other, so the user is asked before anything begins. */
export async function refuseUntrustedAgents(program: CliProgram, team: SeatedTeam): Promise<Refusal | undefined> {
  if (!seatsOf(team).some(({ model }) => model.startsWith(ACP))) return undefined
  const { state, files } = await agentTrustIn(program)
  if (state === 'trusted' || state === 'nothing' || (await askForTrust(program, 'agents'))) return undefined
  const what = files[0]?.path ?? 'files'
  const message = `Coding agents load ${what} from this workspace, and you have not trusted it yet. Review it and trust it: convene trust`
  return { code: 'untrusted_agents', message }
}

/** The same for a continuing session, in its own workspace. */
export async function refuseUntrusted(
  program: CliProgram,
  { before, command }: { readonly before?: Session | undefined; readonly command?: Command },
): Promise<Refusal | undefined> {
  const run = before?.run
  if (!run || (command === undefined && isFinal(run.phase) && !isBusy(before) && before.queue.length === 0))
    return undefined
  const team = command?.type === 'create' || command?.type === 'run' ? command.run.team : run.team
  const refusal = await refuseUntrustedAgents({ ...program, ...program.at(before.workspace) }, team)
  if (!refusal || before.workspace === program.workspace) return refusal
  return { ...refusal, message: `${refusal.message} ${shellWord(before.workspace)}` }
}
