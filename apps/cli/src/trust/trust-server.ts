import { cleanLine, countText, type Refusal } from '@convene/domain'
import type { McpTrial, TriedTool } from '@convene/tools'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printTable } from '../terminal/print.ts'

const WAITING = 4

/**
 * `convene mcp trust`: shows an MCP server's tools and approves exactly these. Without a server, lists the servers in
 * the settings.
 */
export async function trustServer(program: CliProgram, input: Input): Promise<number> {
  const toolbox = await program.tools()
  const [name] = input.words
  if (name === undefined) return listServers(program, input)
  const tried = await toolbox.tryServer(name)
  if (!tried.ok) return program.refuse(tried.refusal)
  const trial = tried.value
  if (input.flag('json')) printJson(program, { server: name, ...trial })
  else show(program, name, trial)
  if (trial.problem !== undefined) return program.refuse(unusable(name, trial.problem))
  if (trial.approved) return 0
  const refused = await refuseAnswer(program, input, trial)
  if (refused !== undefined) return refused
  const approved = await toolbox.approveServer(name, trial.fingerprint)
  if (!approved.ok) return program.refuse(approved.refusal)
  program.terminal.err.write(
    'Approved. Any change to its tools will ask again. Permission rules still apply to each call.\n',
  )
  return 0
}

const unusable = (name: string, problem: string): Refusal => ({
  code: 'server_unreachable',
  message: `The MCP server "${name}" cannot be used: ${cleanLine(problem)}`,
})

/** The exit code if the user does not approve what was shown, or cannot be asked. Undefined if they do. */
async function refuseAnswer(
  { terminal, refuse }: CliProgram,
  input: Input,
  trial: McpTrial,
): Promise<number | undefined> {
  const wanted = input.text('fingerprint')
  if (wanted !== undefined) {
    if (wanted === trial.fingerprint) return undefined
    const message = `Its tools are not those of this fingerprint. Theirs is ${trial.fingerprint}. Review them, then use that one.`
    return refuse({ code: 'tools_changed', message })
  }
  if (input.flag('yes')) return undefined
  if (!terminal.canAsk) {
    terminal.err.write(
      'Cannot ask for confirmation here. Review the tools, then approve them with --yes, or with --fingerprint and the value above.\n',
    )
    return WAITING
  }
  const answer = await terminal.ask('\nApprove these tools as they are now? [y/N] ')
  if (/^y(es)?$/iu.test(answer?.trim() ?? '')) return undefined
  terminal.err.write('Not approved. Nothing changed.\n')
  return 0
}

function show(program: CliProgram, name: string, { approved, tools, gone, fingerprint, problem }: McpTrial): void {
  if (problem !== undefined) return
  const { style } = program.terminal.out
  const state = approved ? 'approved' : 'not approved in their current form'
  printLines(program, [`${style.bold(cleanLine(name))}: ${countText(tools.length, 'tool')}, ${state}`, ''])
  printTable(program, {
    titles: ['tool', '', 'description'],
    rows: tools.map((tool) => [cleanLine(tool.name), stateText(tool), cleanLine(tool.description)]),
    describes: true,
    isWhole: true,
  })
  const left = gone.length > 0 ? [`Gone since you approved it: ${gone.map(cleanLine).join(', ')}`] : []
  printLines(program, ['', ...left, `Fingerprint: ${fingerprint}`])
}

const stateText = ({ state }: TriedTool): string => (state === 'known' ? '' : state)

async function listServers(program: CliProgram, input: Input): Promise<number> {
  const { settings } = await program.settings()
  const names = Object.keys(settings.mcpServers)
  if (input.flag('json')) return printJson(program, names)
  if (names.length > 0)
    return printTable(program, {
      titles: ['server', ''],
      rows: names.map((name) => [cleanLine(name), `convene mcp trust ${name}`]),
    })
  return printLines(program, ['No MCP server is in your settings.'])
}
