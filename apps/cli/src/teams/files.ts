import { resolve } from 'node:path'
import { cleanLine, countText, type Result, refuse, type Team } from '@convene/domain'
import {
  diagnose,
  diagnoseMembers,
  findListedTeam,
  findSession,
  isForeign,
  isForeignCopy,
  renamedTeam,
  saveSquad,
  teamOfSession,
} from '@convene/host'
import { deleteTeam, describeTeam, type PresetsReading, saveTeam, selfContained, teamFileText } from '@convene/library'
import { hasErrors, problemText } from '@convene/platform'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printNote } from '../terminal/print.ts'
import { withReplace } from '../terminal/with-replace.ts'
import { presetsAt, readTeamAt } from './read-team-at.ts'

const WAITING = 4

/** `convene teams validate`: checks one file or Squad folder, or every team. */
export async function validateTeams(program: CliProgram, input: Input): Promise<number> {
  const registry = await program.teams()
  const file = input.words[0]
  const read = file === undefined ? undefined : await readTeamAt(program, resolve(file))
  const problems = read ? read.problems : registry.problems()
  const agents = await program.agents()
  const listed = read
    ? read.listed
      ? [read.listed]
      : []
    : registry.list().filter(({ source }) => source !== 'built-in')
  const doubts: string[] = []
  let isUsable = true
  for (const each of listed) {
    const team = await describeTeam({ ...each, warnings: [] }, agents)
    isUsable &&= team.warnings.every(({ code }) => code !== 'hidden_agent')
    const messages = [...team.warnings, ...(await diagnose(program, team))].map(({ message }) => message)
    const named = (await diagnoseMembers(program, each.team)).map(({ slug, message }) => `${slug}: ${message}`)
    doubts.push(...[...messages, ...named].map((message) => `${each.path}: ${message}`))
  }
  if (input.flag('json'))
    printJson(program, [...problems, ...doubts.map((message) => ({ severity: 'warning', message }))])
  else printLines(program, [...problems.map(problemText), ...doubts].map(cleanLine))
  if (hasErrors(problems) || !isUsable || (read && !read.listed)) return 2
  const what = file === undefined ? countText(registry.list().length, 'team') : cleanLine(file)
  const isClean = problems.length + doubts.length === 0
  if (!input.flag('json')) program.terminal.err.write(`${what}: ${isClean ? 'valid' : 'valid, with warnings'}.\n`)
  return 0
}

/** `convene teams save`: saves a team, or a session's team, for the user, for the workspace, or as Squad files. */
export async function saveTeamFile(program: CliProgram, input: Input): Promise<number> {
  const wanted = await wantedTeam(program, input)
  if (!wanted.ok) return program.refuse(wanted.refusal)
  if (!input.flag('squad') && !(await isOwn(program, input, wanted.value))) return WAITING
  return input.flag('squad') ? saveAsSquad(program, wanted.value) : keep(program, input, wanted.value, 'Saved')
}

/** Whether a team may be saved as the user's own. A team from an untrusted repository needs the user's consent. */
async function isOwn(program: CliProgram, input: Input, team: Team): Promise<boolean> {
  const name = input.words[0] ?? ''
  const isListed = !isPath(name) && (await findListedTeam(program, name)).ok
  if (!(await (isListed ? isForeign(program, name) : isForeignCopy(program, team)))) return true
  return isSure(program, input, program.workspace)
}

async function wantedTeam(program: CliProgram, input: Input): Promise<Result<Team>> {
  const wanted = input.words[0] ?? ''
  const name = input.text('name')
  if (isPath(wanted)) return fileTeam(program, wanted, name)
  const team = await findListedTeam(program, wanted)
  if (team.ok) return renamedTeam(team.value.team, name)
  const session = await findSession(program, wanted)
  if (session.ok) return teamOfSession(program, session.value, name)
  return team
}

/** Whether this is a path. A team file with the Squad team's name can only be written back by its path. */
const isPath = (wanted: string): boolean => /[\\/]|\.json$/iu.test(wanted)

async function fileTeam(program: CliProgram, file: string, name: string | undefined): Promise<Result<Team>> {
  const { listed, problems } = await readTeamAt(program, resolve(file))
  if (listed && !hasErrors(problems)) return renamedTeam(listed.team, name)
  return refuse('bad_team', problems.map(problemText).join('\n') || `${file} does not contain a team.`)
}

async function keep(program: CliProgram, input: Input, team: Team, done: string): Promise<number> {
  const { home, workspace } = program
  const scope = input.flag('workspace-scope') ? 'workspace' : 'user'
  const saved = saveTeam({ home, workspace, scope }, { team, replace: input.flag('replace') })
  if (!saved.ok) return program.refuse(withReplace(saved.refusal))
  program.terminal.err.write(`${done} ${team.slug}: ${cleanLine(saved.value)}\n`)
  return 0
}

async function saveAsSquad(program: CliProgram, team: Team): Promise<number> {
  const written = await saveSquad(program, team)
  if (!written.ok) return program.refuse(written.refusal)
  const { folder, files, alumni, notes, unsaved } = written.value
  for (const note of [...notes, ...unsaved.map((why) => `Not saved: ${why}`)]) printNote(program, cleanLine(note))
  const rows = [...files.map((file) => `wrote ${file}`), ...alumni.map((place) => `moved to ${place}`)]
  const same = unsaved.length > 0 ? 'was not changed.' : 'is already up to date.'
  const what = rows.length === 0 ? same : `now contains ${team.name}:`
  const lines = [`${folder} ${what}`, ...rows].map((row, index) => `${index > 0 ? '  ' : ''}${cleanLine(row)}\n`)
  program.terminal.err.write(lines.join(''))
  return unsaved.length > 0 ? 1 : 0
}

/** `convene teams import`: imports a team file or a Squad folder as one of the user's teams. */
export async function importTeam(program: CliProgram, input: Input): Promise<number> {
  const place = resolve(input.words[0] ?? '')
  const presets = await presetsAt(program, place)
  if (presets) return importPresets(program, input, presets)
  const { listed, problems } = await readTeamAt(program, place)
  const texts = problems.map((problem) => cleanLine(problemText(problem)))
  if (!listed || hasErrors(problems))
    return program.refuse({ code: 'bad_team', message: texts.join('\n') || `${place} does not contain a team.` })
  for (const text of texts) printNote(program, text)
  if (listed.source === 'squad' && !(await isSure(program, input, place))) return WAITING
  const renamed = await renamedTeam(listed.team, input.text('name'))
  return renamed.ok ? keep(program, input, renamed.value, 'Imported') : program.refuse(renamed.refusal)
}

/** All teams of a PolyPilot file. One that cannot be imported does not cost the others. */
async function importPresets(program: CliProgram, input: Input, { teams, problems }: PresetsReading): Promise<number> {
  for (const problem of problems) printNote(program, cleanLine(problemText(problem)))
  const codes: number[] = []
  for (const team of teams) codes.push(await keep(program, input, team, 'Imported'))
  return hasErrors(problems) ? 2 : Math.max(0, ...codes)
}

/** Prompts from a repository become the user's own only with their consent. */
async function isSure(program: CliProgram, input: Input, place: string): Promise<boolean> {
  const { terminal } = program
  if (input.flag('yes')) return true
  const look = `Its prompts were written by someone else. Review them first: convene teams show … --prompts --workspace ${cleanLine(place)}`
  terminal.err.write(`${look}\n`)
  if (!terminal.canAsk) {
    terminal.err.write('Cannot ask for confirmation here. To import anyway, add --yes.\n')
    return false
  }
  return /^y(es)?$/iu.test((await terminal.ask('Save them as yours? [y/N] '))?.trim() ?? '')
}

/** `convene teams export`: writes a team to share, including agents that others do not have. */
export async function exportTeam(program: CliProgram, input: Input): Promise<number> {
  const found = await findListedTeam(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  program.terminal.out.write(teamFileText(await selfContained(found.value.team, await program.agents())))
  return 0
}

/** `convene teams delete`: deletes a team file. Sessions keep their own copy of the team. */
export async function deleteTeamFile(program: CliProgram, input: Input): Promise<number> {
  const found = await findListedTeam(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const { team, source, file, path, shadows } = found.value
  if (source === 'built-in') return program.refuse({ code: 'built_in', message: builtIn(team.slug) })
  if (source === 'squad')
    return program.refuse({
      code: 'squad',
      message: `${team.slug} belongs to the repository (${path}). Delete it there.`,
    })
  const { terminal } = program
  const question = `Delete ${cleanLine(file)}? Existing sessions keep their team. [y/N] `
  const answer = input.flag('yes') || !terminal.canAsk ? 'y' : await terminal.ask(question)
  if (!/^y(es)?$/iu.test(answer?.trim() ?? '')) return 0
  const deleted = deleteTeam(file)
  if (!deleted.ok) return program.refuse(deleted.refusal)
  terminal.err.write(`Deleted ${cleanLine(file)}. Existing sessions keep their team.\n`)
  if (shadows[0]) printNote(program, `${team.slug} now comes from ${cleanLine(shadows[0])}.`)
  return 0
}

const builtIn = (slug: string): string =>
  `${slug} is built in and cannot be deleted. To override it, save your own team with the same name.`
