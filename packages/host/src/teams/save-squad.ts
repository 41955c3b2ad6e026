import { ok, type Result, type Team } from '@convene/domain'
import {
  describeTeam,
  grantTrust,
  type ListedTeam,
  saveTeam,
  selfContained,
  type TeamWritten,
  trustOf,
} from '@convene/library'
import type { Program } from '../program.ts'
import { squadFormat, squadOptions } from './squad-files.ts'

/** Writes a team into the workspace's Squad files. The user's own edit needs no new trust. */
export async function saveSquad(program: Program, team: Team): Promise<Result<TeamWritten>> {
  const format = await squadFormat(program)
  if (!format.ok) return format
  const before = trustOf(program.home, program.workspace).state
  const listed: ListedTeam = { team, source: 'file', file: '', path: '', shadows: [], warnings: [] }
  const { members } = await describeTeam(listed, await program.agents())
  const named = members.map(({ name, role, prompt, model }) => ({ name, role, prompt, ...(model && { model }) }))
  const written = format.value.write(program.workspace, { ...team, members: named }, await squadOptions(program))
  if (!written.ok) return written
  const notes = [...written.value.notes, ...leftOut(team)]
  if (before !== 'trusted' && before !== 'nothing') return ok({ ...written.value, notes })
  const { hash } = trustOf(program.home, program.workspace)
  grantTrust(program.home, program.workspace, { hash, at: program.now() })
  return ok({ ...written.value, notes: [...notes, ...(await keepCopy(program, team))] })
}

/**
 * The user's own copy, which no repository can change. Prompts of an untrusted repository do not become the user's, and
 * another team of theirs with this name stays.
 */
async function keepCopy(program: Program, team: Team): Promise<readonly string[]> {
  const { home, workspace } = program
  const own = (await program.teams()).list().find((each) => each.source === 'user' && each.team.slug === team.slug)
  if (own !== undefined) return [`Your own team “${own.team.name}” was left as it is.`]
  const copy = await selfContained(team, await program.agents())
  const saved = saveTeam({ home, workspace, scope: 'user' }, { team: copy, replace: false })
  return saved.ok ? [`Your own copy: ${saved.value}`] : [`No copy was kept: ${saved.refusal.message}`]
}

/** The parts of a team that Squad files cannot express. */
function leftOut(team: Team): readonly string[] {
  const lead = team.lead !== undefined && team.lead !== 'orchestrator'
  const parts = [
    ...(lead ? ['the lead'] : []),
    ...(team.judge ? ['the judge'] : []),
    ...(['permissions', 'limits', 'settings'] as const).filter((key) => Object.keys(team[key]).length > 0),
  ]
  return parts.length === 0 ? [] : [`Squad files cannot store ${parts.join(', ')}. That stays in the team itself.`]
}
