import { findTeam, type Prepared, prepareRun, refuseWorkspace } from '@convene/host'
import type { Creation } from './budget.ts'
import type { CallingAgent } from './caller.ts'
import { Refused } from './refused.ts'

/** An agent's request. */
export type TeamGoal = {
  readonly goal: string
  readonly mode?: string | undefined
  readonly team?: string | undefined
  readonly agents?: readonly string[] | undefined
  readonly maxCostUsd?: number | undefined
  /** The caller's span, as `traceparent`. */
  readonly trace?: string | undefined
}

/**
 * The command that starts a team for an agent: within the user's limits, and read-only unless the user allowed more.
 */
export async function startTeam(caller: CallingAgent, request: TeamGoal): Promise<Creation> {
  // Read again: settings, teams and trust may have changed since the client connected.
  const program = caller.program.at(caller.program.workspace)
  const refusal = refuseWorkspace(program.workspace)
  if (refusal) throw new Refused(refusal.message)
  const { goal, mode, team, agents, maxCostUsd, trace } = request
  // Before anything else, because a run for the wrong team must not be prepared.
  const known = team === undefined ? undefined : await findTeam(program, team)
  if (known && !known.ok) throw new Refused(known.refusal.message)
  const { limits: own, server } = (await program.settings()).settings
  const yes = caller.yes ?? server.approveGates
  const prepare = async (limits: { maxCostUsd?: number }): Promise<Prepared> => {
    const prepared = await prepareRun(program, {
      ...{ goal, team, limits, mode: mode ?? (team || agents?.length ? undefined : 'auto') },
      ...(agents && { agents }),
      readOnly: !caller.allowChanges,
      startedOver: 'mcp',
      trace,
      ...(yes ? { interactive: false, yes } : { interactive: true }),
    })
    if (!prepared.ok) throw new Refused(prepared.refusal.message)
    return prepared.value
  }
  const usual = await prepare({})
  // An agent can spend less than the user allows, but never more.
  const most = Math.min(maxCostUsd ?? Number.POSITIVE_INFINITY, own.maxCostUsd ?? Number.POSITIVE_INFINITY)
  const usually = usual.start.limits.maxCostUsd ?? Number.POSITIVE_INFINITY
  const { start } = most < usually ? await prepare({ maxCostUsd: most }) : usual
  return { type: 'create', workspace: program.workspace, goal, run: start, caller: caller.name() }
}
