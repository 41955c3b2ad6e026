import { cleanLine } from '@convene/domain'
import { codingAgents, findCodingAgents, unaskedText } from '@convene/host'
import type { CliProgram } from '../program.ts'
import { printLines, printNote } from '../terminal/print.ts'

/** `convene models acp`: coding agents that can take a seat, what they do without asking, and how to get the others. */
export async function listCodingAgents(program: CliProgram): Promise<number> {
  const { whyNone } = await findCodingAgents(program)
  if (whyNone !== undefined) return program.refuse({ code: 'missing_package', message: whyNone })
  const agents = await codingAgents(program)
  const there = agents.filter(({ missing }) => missing.length === 0)
  const absent = agents.filter(({ missing }) => missing.length > 0)
  printLines(program, [
    ...(there.length === 0 ? ['No coding agent is installed.'] : there.flatMap((agent) => rowsOf(program, agent))),
    ...(absent.length === 0 ? [] : ['', 'Not installed:']),
    ...absent.map(({ name, label, missing }) => cleanLine(`  acp/${name}  ${label}: needs ${missing.join(', ')}`)),
  ])
  printNote(program, '`convene doctor` starts each of them and says whether it can be used.')
  return 0
}

const rowsOf = (
  { terminal }: CliProgram,
  agent: Awaited<ReturnType<typeof codingAgents>>[number],
): readonly string[] => [
  cleanLine(`acp/${agent.name}  ${agent.label} (${agent.program})`),
  terminal.out.style.dim(cleanLine(`  ${unaskedText(agent)}`)),
]
