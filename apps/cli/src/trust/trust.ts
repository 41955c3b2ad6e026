import { join, resolve } from 'node:path'
import { cleanLine, countText, spelled } from '@convene/domain'
import { agentTrustIn } from '@convene/host'
import { type DecidingFile, decidingText, grantTrust, type TrustStore, trustOf } from '@convene/library'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { breakLine } from '../terminal/break-line.ts'
import { printJson, printLines, printVerbatim } from '../terminal/print.ts'
import type { Terminal } from '../terminal/terminal.ts'

const WAITING = 4
const FEW_LINES = 8
const ALL_LINES = Number.POSITIVE_INFINITY
const UNCUT = 10_000

/** What is trusted for every run, and what matters only to coding agents. */
type Found = { readonly own: TrustStore; readonly agents: TrustStore }

/** `convene trust`: shows what a workspace would set and asks for trust, which is tied to the content. */
export async function trust(program: CliProgram, input: Input): Promise<number> {
  const folder = input.words[0] ? resolve(input.words[0]) : program.workspace
  const found = { own: trustOf(program.home, folder), agents: await agentTrustIn({ ...program, workspace: folder }) }
  if (input.flag('json')) printJson(program, { workspace: folder, ...found.own, agents: found.agents })
  else show(program, folder, found, input.flag('show') ? ALL_LINES : FEW_LINES)
  if (input.flag('show') || !(isWanted(found.own) || isWanted(found.agents))) return 0
  return grant(program, input, folder, found)
}

const isWanted = ({ state }: TrustStore): boolean => state === 'untrusted' || state === 'changed'

/** The state of both. The one that needs something comes first. */
const stateOf = ({ own, agents }: Found): TrustStore['state'] =>
  isWanted(own) || (own.state === 'trusted' && !isWanted(agents)) ? own.state : agents.state

const states: { readonly [S in TrustStore['state']]: string } = {
  nothing: 'has nothing that needs your trust.',
  trusted: 'is trusted in its current state.',
  untrusted: 'is not trusted. If you trust it, these files take effect:',
  changed: 'has changed since you trusted it. If you trust it again, these files take effect:',
}

function show(program: CliProgram, folder: string, found: Found, most: number): void {
  const { out } = program.terminal
  const state = stateOf(found)
  printLines(program, [`${out.style.bold(cleanLine(folder))} ${states[state]}`])
  if (state === 'nothing' || (state === 'trusted' && most === FEW_LINES)) return
  const known = new Set(found.own.files.map(({ path }) => path))
  const files = [...found.own.files, ...found.agents.files.filter(({ path }) => !known.has(path))]
  for (const file of files) printVerbatim(program, ['', ...fileRows(out, { folder, file, most })])
  const problems = [found.own.problem, found.agents.problem].filter((text) => text !== undefined)
  if (most === ALL_LINES) for (const text of problems) printLines(program, ['', out.style.red(cleanLine(text))])
}

/**
 * Shows everything a workspace would set, including its Squad team's prompts, or what coding agents would load from it,
 * and asks for trust. False if the user declines or cannot be asked.
 */
export async function askForTrust(program: CliProgram, part: 'own' | 'agents' = 'own'): Promise<boolean> {
  const { terminal, workspace, home } = program
  if (!terminal.canAsk) return false
  const found = part === 'own' ? trustOf(home, workspace) : await agentTrustIn(program)
  const { hash, files, state, problem } = found
  terminal.err.write(`${terminal.err.style.bold(cleanLine(workspace))} ${states[state]}\n`)
  for (const file of files) {
    const rows = fileRows(terminal.err, { folder: workspace, file, most: ALL_LINES })
    const write = terminal.err.verbatim ?? terminal.err.write
    write(`${['', ...rows].join('\n')}\n`)
  }
  if (problem !== undefined) {
    terminal.err.write(`\n${cleanLine(problem)}\n`)
    return false
  }
  const answer = await terminal.ask('\nTrust these files in their current state and continue? [y/N] ')
  if (!/^y(es)?$/iu.test(answer?.trim() ?? '')) return false
  // By the hash of what was shown: changes made while the user was reading are not trusted.
  grantTrust(home, workspace, { ...(part === 'own' ? { hash } : { agents: hash }), at: program.now() })
  return true
}

type Shown = { readonly folder: string; readonly file: DecidingFile; readonly most: number }

function fileRows(
  { style, columns, isTerminal }: Terminal['out'],
  { folder, file: { path, brings }, most }: Shown,
): readonly string[] {
  const width = isTerminal ? columns() - 1 : UNCUT
  const lines = spelled(decidingText(folder, path)).trimEnd().split('\n')
  const margins = { first: '    ', rest: style.dim('  ↳ ') }
  // Wrapped and never cut: the end of a long line takes effect too.
  const rows = lines.slice(0, most).flatMap((text) => breakLine({ text, paint: style.dim }, width, margins))
  const left = lines.length - most
  const rest = left > 0 ? [style.yellow(`    … ${countText(left, 'more line')} (--show prints all)`)] : []
  return [`  ${style.bold(cleanLine(path))}  ${style.yellow(brings)}`, ...rows, ...rest]
}

async function grant(program: CliProgram, input: Input, folder: string, { own, agents }: Found): Promise<number> {
  const { terminal, home } = program
  const problem = own.problem ?? (isWanted(own) ? undefined : agents.problem)
  if (problem !== undefined) return program.refuse({ code: 'untrustable', message: cleanLine(problem) })
  if (!input.flag('yes') && !terminal.canAsk) {
    terminal.err.write('Cannot ask for confirmation here. Review the files with --show, then trust them with --yes.\n')
    return WAITING
  }
  const answer = input.flag('yes') ? 'y' : await terminal.ask('\nTrust these files in their current state? [y/N] ')
  if (!/^y(es)?$/iu.test(answer?.trim() ?? '')) {
    terminal.err.write('Not trusted. Nothing changed.\n')
    return 0
  }
  const isPart = agents.problem !== undefined
  grantTrust(home, folder, { hash: own.hash, ...(!isPart && { agents: agents.hash }), at: program.now() })
  terminal.err.write(`Trusted. Any change will ask again. Saved in ${join(home, 'trust.json')}.\n`)
  if (isPart) terminal.err.write(`Coding agents do not start here. ${cleanLine(agents.problem ?? '')}\n`)
  return 0
}
