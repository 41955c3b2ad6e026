import type { CommandContext } from '@convene/host'
import { mcpAddress } from './mcp-address.ts'
import { serveMcp } from './serve-stdio.ts'

/** `convene mcp`: offers teams to another agent over standard input and output until it closes them. */
export async function serveAgents(context: CommandContext): Promise<number> {
  const { program, input, terminal, untilStopped } = context
  if (input.flag('http')) return printAddress(context)
  if (terminal.canAsk)
    terminal.err.write('Waiting for an MCP client on standard input. Clients start this program themselves.\n')
  const ended = serveMcp({
    program,
    allowChanges: input.flag('allow-changes'),
    ...(input.flag('yes') && { yes: true }),
  })
  await untilStopped(program, { ended, stop: () => void process.stdin.destroy() })
  return 0
}

async function printAddress({ program, refuse, printJson }: CommandContext): Promise<number> {
  const address = await mcpAddress(program)
  if (!address) return refuse({ code: 'no_server', message: 'No server is running. Start it: convene serve' })
  printJson(address)
  return 0
}
