import { AUTO, type Command, programRequest, type Session, type SessionId } from '@convene/domain'
import { leavesTeamOpen } from '../run/choose-team.ts'
import type { Prepared } from '../run/prepare-run.ts'
import { findListedTeam } from '../teams/find-team.ts'
import type { Creation } from './budget.ts'
import { type CallingProgram, newSession } from './caller.ts'
import { prepareTeam } from './prepare-team.ts'
import { RefusedRequest } from './refused.ts'

/** A program's request. */
export type TeamGoal = {
  readonly goal: string
  /** What it asks for, by option. What only the user may set is left out. */
  readonly options: { readonly [key: string]: unknown }
  readonly trace?: string | undefined
  /** Refuse instead of rehearsing, for callers that could take a rehearsal's quotes for an answer. */
  readonly needsModel?: boolean
}

/** A command, and the session it starts or continues. */
export type TeamStart = { readonly session: SessionId; readonly command: Command }

/** A new team for a program, counted in its budget until `watchTeam` takes over. */
export async function startTeam(caller: CallingProgram, request: TeamGoal): Promise<TeamStart> {
  const session = await newSession(caller.program)
  const prepare = () => creationFor(caller, request)
  return { session, command: await caller.budget.start(caller.program, session, prepare) }
}

/** A question to a team, counted like a new one. */
export async function askTeam(
  { program, budget, name }: CallingProgram,
  state: Session,
  question: { readonly text: string; readonly to?: string | undefined },
): Promise<TeamStart> {
  await budget.ask(program, state)
  const { text, to } = question
  return { session: state.id, command: { type: 'message', text, caller: name(), ...(to !== undefined && { to }) } }
}

/** Within the user's limits, and read-only unless the user allowed more. */
async function creationFor(caller: CallingProgram, request: TeamGoal): Promise<Creation> {
  // Read again: settings, teams and trust may have changed since the client connected.
  const program = caller.program.at(caller.program.workspace)
  const here = { ...caller, program }
  const { goal, trace, needsModel = false } = request
  const { limits: wanted, ...choice } = programRequest(request.options)
  const { team } = choice
  // Before anything else, because a run for the wrong team must not be prepared.
  const known = team === undefined ? undefined : await findListedTeam(program, team)
  if (known && !known.ok) throw new RefusedRequest(known.refusal)
  const { limits: own, server } = (await program.settings()).settings
  const yes = caller.yes ?? server.approveGates
  const prepare = async (limits: { maxCostUsd?: number }): Promise<Prepared> => {
    const prepared = await prepareTeam(here, {
      ...choice,
      ...{ goal, limits, trace, mode: leavesTeamOpen(choice) ? AUTO : choice.mode },
      ...(yes ? { interactive: false, yes } : { interactive: true }),
    })
    if (!prepared.ok) throw new RefusedRequest(prepared.refusal)
    return prepared.value
  }
  const usual = await prepare({})
  if (needsModel && usual.unconnected) throw new RefusedRequest({ code: 'no_model', message: usual.advice ?? NO_MODEL })
  // An agent can spend less than the user allows, but never more.
  const most = Math.min(wanted?.maxCostUsd ?? Number.POSITIVE_INFINITY, own.maxCostUsd ?? Number.POSITIVE_INFINITY)
  const usually = usual.start.limits.maxCostUsd ?? Number.POSITIVE_INFINITY
  const { start } = most < usually ? await prepare({ maxCostUsd: most }) : usual
  return { type: 'create', workspace: program.workspace, goal, run: start, caller: caller.name() }
}

const NO_MODEL = 'No model is connected. Run `convene keys set`.'
