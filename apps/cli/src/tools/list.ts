import { cleanLine } from '@convene/domain'
import { problemText } from '@convene/platform'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'
import { shorten } from '../terminal/width.ts'

const LONGEST = 100

/** What the session does itself; no tool host runs these. */
const ofTheSession = [
  { name: 'task', readOnly: true, description: 'Hands a job to a subagent and returns its report.' },
  { name: 'delegateWork', readOnly: true, description: 'Hands work to another agent of the team (mode delegate).' },
  { name: 'reportOut', readOnly: false, description: 'Ends work that was handed on, with a report.' },
  { name: 'question', readOnly: false, description: 'Asks the person.' },
  {
    name: 'decide',
    readOnly: false,
    description: 'Puts a choice to the vote of the team, and returns what was decided.',
  },
  { name: 'vote', readOnly: false, description: 'Casts a vote in an open decision of the team.' },
  { name: 'handoff', readOnly: false, description: 'Offers a step to somebody who does it better (mode plan).' },
].map((tool) => ({ ...tool, permission: tool.name, source: 'session' }))

/** `convene tools`: what agents can do here, built in, of MCP servers and of files. */
export async function listTools(program: Program, input: Input): Promise<number> {
  const toolbox = await program.tools()
  await toolbox.ready()
  for (const problem of toolbox.problems()) printNote(program, cleanLine(problemText(problem)))
  const tools = [...toolbox.list(), ...ofTheSession]
  if (input.flag('json')) return printJson(program, tools)
  return printTable(program, {
    titles: ['tool', 'permission', 'does', 'from', 'description'],
    rows: tools.map(({ name, permission, readOnly, source, description }) => [
      cleanLine(name),
      cleanLine(permission),
      readOnly ? 'reads' : 'changes',
      cleanLine(source),
      gist(description),
    ]),
  })
}

/** The first sentence. */
const gist = (description: string): string => {
  const line = cleanLine(description)
  return shorten(/^.{10,}?\.(?= |$)/u.exec(line)?.[0] ?? line, LONGEST)
}
