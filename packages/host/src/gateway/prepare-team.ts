import type { Result } from '@convene/domain'
import { type Prepared, prepareRun } from '../run/prepare-run.ts'
import type { HostRunRequest } from '../run/run-request.ts'
import { refuseWorkspace } from '../workspace/refuse-workspace.ts'
import type { CallingProgram } from './caller.ts'

/** A run for a program: the log says who started it, and it is read-only unless the user allowed more. */
export async function prepareTeam(
  { program, by, allowChanges }: Pick<CallingProgram, 'program' | 'by' | 'allowChanges'>,
  request: Omit<HostRunRequest, 'readOnly' | 'startedBy'>,
): Promise<Result<Prepared>> {
  const refusal = refuseWorkspace(program.workspace)
  if (refusal) return { ok: false, refusal }
  // An explicit `false` would give tools to a session that another agent started.
  return prepareRun(program, { ...request, startedBy: by, ...(!allowChanges && { readOnly: true }) })
}
