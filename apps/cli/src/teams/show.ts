import { clean, cleanLine } from '@convene/domain'
import { diagnose, findListedTeam } from '@convene/host'
import { type DescribedMember, type DescribedTeam, describeTeam, type TeamWarning } from '@convene/library'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printFields } from '../terminal/fields.ts'
import { printJson, printLines, printVerbatim } from '../terminal/print.ts'
import { wrap } from '../terminal/wrap.ts'
import { badgeOf } from './list.ts'

/** `convene teams show`. */
export async function showTeam(program: CliProgram, input: Input): Promise<number> {
  const found = await findListedTeam(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const team = await describeTeam(found.value, await program.agents())
  const diagnostics = await diagnose(program, team)
  if (input.flag('json')) return printJson(program, { ...team, diagnostics })
  printFields(program, fieldsOf(team, await trustText(program, team)))
  printNotes(program, [...team.warnings.map(warningText), ...diagnostics.map(({ message }) => message)])
  if (input.flag('prompts')) for (const member of everybody(team)) printSection(program, member.name, member.prompt)
  printSection(program, 'Shared context', team.sharedContext)
  printSection(program, 'Routing', team.routingContext)
  return 0
}

const everybody = ({ lead, members, judge }: DescribedTeam): readonly DescribedMember[] =>
  [lead, ...members, judge].filter((member) => member !== null)

/** Whether a repository's team is trusted. */
async function trustText(program: CliProgram, { source }: DescribedTeam): Promise<string> {
  if (source !== 'squad') return ''
  const { state } = await program.trust()
  return state === 'trusted' ? ' (trusted)' : ' (not trusted: you see its prompts before the first run)'
}

const fieldsOf = (team: DescribedTeam, trust: string): readonly (readonly [string, string])[] => [
  ['name', cleanLine(team.name)],
  ['slug', team.slug],
  ['description', cleanLine(team.description)],
  ['mode', team.mode],
  ['lead', team.lead ? memberText(team.lead) : ''],
  ...team.members.map((member, index) => [index === 0 ? 'members' : '', memberText(member)] as const),
  ['judge', team.judge ? memberText(team.judge) : ''],
  ['limits', entriesText(team.limits)],
  ['from', `${badgeOf(team)}: ${cleanLine(team.sourcePath)}${trust}`],
  ['shadows', team.shadows.map(cleanLine).join(', ')],
]

const entriesText = (entries: object): string =>
  Object.entries(entries)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')

function memberText({ name, icon, role, model, useFor, description }: DescribedMember): string {
  const what = useFor || description || role
  return cleanLine([icon, name, model ? `(${model})` : '', what ? `: ${what}` : ''].filter(Boolean).join(' ')).replace(
    ' : ',
    ': ',
  )
}

export function warningText({ file, line, message }: TeamWarning): string {
  const place = [file, line].filter((part) => part !== undefined).join(':')
  return cleanLine(place ? `${place}: ${message}` : message)
}

function printNotes(program: CliProgram, notes: readonly string[]): void {
  if (notes.length === 0) return
  const { style, columns, isTerminal } = program.terminal.out
  const width = isTerminal ? columns() - 1 : 10_000
  const rows = notes.flatMap((text) =>
    wrap([{ text: cleanLine(text) }], width, { first: `${style.yellow('!')} `, rest: '  ' }),
  )
  printLines(program, ['', ...rows])
}

function printSection(program: CliProgram, title: string, text: string): void {
  const words = clean(text).trim()
  if (words !== '') printVerbatim(program, ['', program.terminal.out.style.bold(cleanLine(title)), '', words])
}
