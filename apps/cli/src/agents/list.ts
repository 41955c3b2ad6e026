import { cleanLine } from '@convene/domain'
import type { ListedAgent } from '@convene/library'
import { problemText } from '@convene/platform'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

/** `convene agents`: every agent you can choose, and with `--category hidden` the internal ones. */
export async function listAgents(program: CliProgram, input: Input): Promise<number> {
  const registry = await program.agents()
  const category = input.text('category')
  const all = await registry.list()
  const listed = all.filter(({ agent }) =>
    category === undefined ? agent.category !== 'hidden' && agent.visible : agent.category === category,
  )
  for (const problem of await registry.problems()) printNote(program, cleanLine(problemText(problem)))
  if (input.flag('json')) return printJson(program, listed.map(jsonOf))
  return printTable(program, {
    titles: ['agent', 'name', 'category', 'from', 'for'],
    rows: listed.map(rowOf),
    describes: true,
  })
}

const jsonOf = ({ agent, source, file, shadows }: ListedAgent) => {
  const { prompt: _prompt, ...rest } = agent
  return { ...rest, source, file, shadows }
}

const rowOf = ({ agent, source, shadows }: ListedAgent): readonly string[] => [
  agent.slug,
  cleanLine(`${agent.icon} ${agent.name}`),
  agent.category,
  shadows.length > 0 ? `${source}, overrides ${shadows.length}` : source,
  cleanLine(agent.description),
]
