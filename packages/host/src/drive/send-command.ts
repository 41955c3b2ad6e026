import type { Command, Result, Session } from '@convene/domain'
import { withFirstAnswer } from '../approvals/first-answer.ts'
import type { Program } from '../program.ts'
import { startSession } from './start.ts'

/** Models that only an editor has. Elsewhere, a run that the editor could continue would fail. */
const EDITOR = 'vscode/'
const LEFT = 'Saved. This run uses VS Code models and continues there. If VS Code is closed, open it.'

/** These end or pause a run without calling a model. */
const quiet: readonly Command['type'][] = ['stop', 'pause', 'reset', 'update']

/** Whether this interface has every model of the run. */
export const reachesModels = ({ provided }: Program, run: { readonly settings: Models } | null): boolean =>
  provided.models?.vscode !== undefined ||
  !Object.keys(run?.settings.models ?? {}).some((model) => model.startsWith(EDITOR))

type Models = { readonly models: { readonly [name: string]: unknown } }

/**
 * Sends a command to a session. It continues here or in the process that owns it. If its models are missing here, it is
 * left to a process that has them.
 */
export async function sendCommand(
  program: Program,
  session: Session,
  command: Command,
): Promise<Result<readonly string[]>> {
  const run = command.type === 'run' || command.type === 'create' ? command.run : session.run
  const goesOn = quiet.includes(command.type) || reachesModels(program, run)
  const refusal = goesOn
    ? (await startSession(program, session.id, command)).refusal
    : await (await program.engine()).send(session.id, command)
  if (refusal) return { ok: false, refusal: await withFirstAnswer(program, session.id, command, refusal) }
  return { ok: true, value: goesOn ? [] : [LEFT] }
}
