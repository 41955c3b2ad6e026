import { mcpAddress, serveMcp } from '@convene/server'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { untilStopped } from '../server/until-stopped.ts'
import { printJson } from '../terminal/print.ts'

/** `convene mcp`: offers teams to another agent over standard input and output until it closes them. */
export async function serveAgents(program: Program, input: Input): Promise<number> {
  if (input.flag('http')) return printAddress(program)
  if (program.terminal.canAsk)
    program.terminal.err.write('Waiting for an MCP client on standard input. Clients start this program themselves.\n')
  const ended = serveMcp({
    program,
    allowChanges: input.flag('allow-changes'),
    ...(input.flag('yes') && { yes: true }),
  })
  await untilStopped(program, { ended, stop: () => void process.stdin.destroy() })
  return 0
}

async function printAddress(program: Program): Promise<number> {
  const address = await mcpAddress(program)
  if (!address) return program.refuse({ code: 'no_server', message: 'No server is running. Start it: convene serve' })
  printJson(program, address)
  return 0
}
