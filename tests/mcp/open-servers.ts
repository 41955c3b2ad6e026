import { createRequire } from 'node:module'
import type { ToolOutput } from '@convene/engine'
import { systemClock } from '@convene/platform'
import { type McpTools, type McpToolsOptions, mcpTools } from '@convene/tools'

type Servers = McpToolsOptions['servers']

/** Servers under test: called by name, closed at the end of the test. */
export type OpenServers = McpTools &
  AsyncDisposable & {
    readonly logged: readonly { readonly level: string; readonly code: string; readonly message: string }[]
    pid(server: string): number
    call(tool: string, input: object, signal?: AbortSignal): Promise<ToolOutput>
  }

export function open(servers: Servers, options: Partial<McpToolsOptions> = {}): OpenServers {
  const logged: { level: string; code: string; message: string }[] = []
  const mcp = mcpTools({
    servers,
    approvals: { approved: () => true, lastOf: () => undefined },
    clock: systemClock(),
    log: (level, code, message) => logged.push({ level, code, message }),
    environment: process.env,
    version: '0.1.0',
    ...options,
  })
  return {
    ...mcp,
    logged,
    pid: (server) => mcp.status().find(({ name }) => name === server)?.pid ?? 0,
    call: async (name, input, signal = new AbortController().signal) => {
      const tool = mcp.tools().find((one) => one.name === name)
      if (!tool) return { ok: false, output: `no tool ${name}` }
      return tool.run(input, context, signal)
    },
    [Symbol.asyncDispose]: mcp.close,
  }
}

const context = { session: 's', task: 't', call: 'c', agent: 'a', workspace: '/' } as never

const require = createRequire(import.meta.url)
const programs = {
  everything: require.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
  filesystem: require.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'),
  memory: require.resolve('@modelcontextprotocol/server-memory/dist/index.js'),
}

/** A reference server from npm, started by the Node that runs the tests. */
export const thirdParty = (name: keyof typeof programs, ...args: string[]): Servers[string] => ({
  command: process.execPath,
  args: [programs[name], ...args],
})
