import { cleanLine } from '@convene/domain'
import { problemText } from '@convene/platform'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'
import { shorten } from '../terminal/width.ts'

const LONGEST = 100

/** Tools the session runs itself, without a tool host. */
const ofTheSession = [
  { name: 'task', readOnly: true, description: 'Gives a task to a subagent and returns its report.' },
  { name: 'delegateWork', readOnly: true, description: 'Delegates work to another team member (mode delegate).' },
  { name: 'reportOut', readOnly: false, description: 'Finishes delegated work with a report.' },
  { name: 'question', readOnly: false, description: 'Asks you a question.' },
  {
    name: 'decide',
    readOnly: false,
    description: 'Opens a team vote and returns the decision.',
  },
  { name: 'vote', readOnly: false, description: 'Votes in an open team decision.' },
  { name: 'handoff', readOnly: false, description: 'Offers a plan step to a better suited member (mode plan).' },
].map((tool) => ({ ...tool, permission: tool.name, source: 'session' }))

/** `convene tools`: built-in tools, and those from MCP servers and files. */
export async function listTools(program: CliProgram, input: Input): Promise<number> {
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
