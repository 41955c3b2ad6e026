import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Agent, cleanLine, countText, type Result } from '@convene/domain'
import { diagnoseAgents, findAgent } from '@convene/host'
import {
  type AgentFileReading,
  agentFormatOf,
  agentText,
  deleteAgent,
  formatNamed,
  formatNames,
  readAgentFile,
  readOpenForkFile,
  saveAgent,
} from '@convene/library'
import { type FileProblem, hasErrors, problemText } from '@convene/platform'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printNote } from '../terminal/print.ts'
import { withReplace } from '../terminal/with-replace.ts'

/** `convene agents validate`: checks one agent file or all of them. */
export async function validateAgents(program: CliProgram, input: Input): Promise<number> {
  const [file] = input.words
  const registry = await program.agents()
  const read = file ? await readAgentFile(resolve(file)) : undefined
  const written = (await registry.list()).filter(({ source }) => source !== 'built-in').map(({ agent }) => agent)
  const agents = read ? (read.agent ? [read.agent] : []) : written
  const doubts = (await diagnoseAgents(program, agents)).map(({ slug, message }): FileProblem => {
    const place = file ?? slug
    return { severity: 'warning', code: 'doubtful', file: place, message }
  })
  const problems = [...(read ? read.problems : await registry.problems()), ...doubts]
  if (input.flag('json')) printJson(program, problems)
  else
    printLines(
      program,
      problems.map((problem) => cleanLine(problemText(problem))),
    )
  if (hasErrors(problems)) return 2
  const what = file ? cleanLine(file) : countText((await registry.list()).length, 'agent')
  if (!input.flag('json'))
    program.terminal.err.write(`${what}: ${problems.length > 0 ? 'valid, with warnings' : 'valid'}.\n`)
  return 0
}

/** `convene agents save`: saves a file as one of the user's or the workspace's agents. */
export async function saveAgentFile(program: CliProgram, input: Input): Promise<number> {
  const file = resolve(input.words[0] ?? '')
  const read = await readOne(program, file, 'convene')
  if (!read.ok) return program.refuse(read.refusal)
  const { agent, text } = read.value
  const saved = await keep(program, input, agent, file.endsWith('.json') ? agentText(agent) : text)
  if (!saved.ok) return program.refuse(saved.refusal)
  program.terminal.err.write(`Saved ${agent.slug}: ${cleanLine(saved.value)}\n`)
  return 0
}

/** `convene agents import`: converts agents from other tools. */
export async function importAgents(program: CliProgram, input: Input): Promise<number> {
  const place = resolve(input.words[0] ?? '')
  const files = filesAt(place)
  if (files.length === 0)
    return program.refuse({ code: 'no_agents', message: `No agent files (.md or .json) at ${place}.` })
  const from = input.text('from')
  if (from !== undefined && !formatNames.includes(from))
    return program.refuse({
      code: 'unknown_format',
      message: `Unknown format "${cleanLine(from)}". Use one of ${formatNames.join(', ')}.`,
    })
  const refusals: string[] = []
  for (const file of files)
    for (const read of await readAll(program, file, from)) {
      const saved = read.ok ? await keep(program, input, read.value, agentText(read.value)) : read
      if (saved.ok) program.terminal.err.write(`Imported ${cleanLine(file)} as ${cleanLine(saved.value)}\n`)
      else refusals.push(saved.refusal.message)
    }
  return refusals.length === 0 ? 0 : program.refuse({ code: 'not_imported', message: refusals.join('\n') })
}

/** `convene agents export`: writes an agent file to standard output. */
export async function exportAgent(program: CliProgram, input: Input): Promise<number> {
  const found = await findAgent(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  if (input.text('format') === 'json') return printJson(program, found.value.agent)
  program.terminal.out.write(agentText(found.value.agent))
  return 0
}

/** `convene agents delete`: deletes an agent file. The agent it overrode becomes available again. */
export async function deleteAgentFile(program: CliProgram, input: Input): Promise<number> {
  const found = await findAgent(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const { agent, source, file, shadows } = found.value
  if (source === 'built-in')
    return program.refuse({
      code: 'built_in',
      message: `${agent.slug} is built in and cannot be deleted. To override it, save your own agent with the same slug.`,
    })
  const { terminal } = program
  const answer = input.flag('yes') || !terminal.canAsk ? 'y' : await terminal.ask(`Delete ${cleanLine(file)}? [y/N] `)
  if (!/^y(es)?$/iu.test(answer?.trim() ?? '')) return 0
  const deleted = deleteAgent(file)
  if (!deleted.ok) return program.refuse(deleted.refusal)
  terminal.err.write(`Deleted ${cleanLine(file)}.\n`)
  if (shadows[0]) printNote(program, `${agent.slug} now comes from ${cleanLine(shadows[0])}.`)
  return 0
}

/** The agents in a file: one, or all of OpenFork's settings. */
async function readAll(program: CliProgram, file: string, from?: string): Promise<readonly Result<Agent>[]> {
  const several = readOpenForkFile(file)
  if (several) {
    const refused = several.problems.filter(({ severity }) => severity === 'error').map(problemText)
    for (const problem of several.problems.filter(({ severity }) => severity !== 'error'))
      printNote(program, cleanLine(problemText(problem)))
    return [
      ...several.agents.map((value) => ({ ok: true, value }) as const),
      ...refused.map((message): Result<Agent> => ({ ok: false, refusal: { code: 'bad_agent', message } })),
    ]
  }
  const read = await readOne(program, file, from)
  if (read.ok) return [{ ok: true, value: read.value.agent }]
  const isOurs = from === undefined && agentFormatOf(file) === null && file.endsWith('.md')
  const hint = `\nIf another tool wrote it, add --from ${formatNames.slice(1).join(' or --from ')}.`
  return [isOurs ? { ok: false, refusal: { ...read.refusal, message: `${read.refusal.message}${hint}` } } : read]
}

type Read = AgentFileReading & { readonly agent: Agent }

async function readOne(program: CliProgram, file: string, from?: string): Promise<Result<Read>> {
  const reading = await readAgentFile(file, from === undefined ? agentFormatOf(file) : formatNamed(from))
  const { agent, problems } = reading
  const say = (each: readonly FileProblem[]) => each.map(problemText).join('\n')
  if (agent && !hasErrors(problems)) {
    if (problems.length > 0) printNote(program, say(problems))
    return { ok: true, value: { ...reading, agent } }
  }
  const message = say(problems) || `${file} does not contain an agent.`
  return { ok: false, refusal: { code: 'bad_agent', message } }
}

async function keep(program: CliProgram, input: Input, { slug }: Agent, text: string): Promise<Result<string>> {
  const { home, workspace } = program
  const scope = input.flag('workspace-scope') ? 'workspace' : 'user'
  const saved = saveAgent({ home, workspace, scope }, { slug, text, replace: input.flag('replace') })
  return saved.ok ? saved : { ok: false, refusal: withReplace(saved.refusal) }
}

/** The file itself, or the agent files in the folder. */
function filesAt(place: string): readonly string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [place] : []
  const names = readdirSync(place).filter((name) => /\.(?:md|json)$/u.test(name) && !name.startsWith('.'))
  return names.toSorted().map((name) => join(place, name))
}
