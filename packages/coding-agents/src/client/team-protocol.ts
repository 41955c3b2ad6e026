import type { Json } from '@convene/domain'
import type { TeamCalls } from './team-calls.ts'

type Answer = (request: Request) => Promise<Response>

/** Answers requests from MCP clients, each at its own endpoint. */
export async function answerCalls(
  version: string,
  maxRequestBodySize: number,
): Promise<(endpoint: TeamCalls) => Answer> {
  const { createMcpHandler, Server } = await import('@modelcontextprotocol/server')
  const known = new WeakMap<TeamCalls, Answer>()
  const serverFor = (endpoint: TeamCalls, gone: AbortSignal) => {
    const server = new Server({ name: 'convene-team', version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({
      tools: endpoint.offered.map(({ name, description, input }) => ({
        name,
        description,
        inputSchema: { ...input, type: 'object' as const },
      })),
    }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const { ok, output } = await endpoint.call(params.name, (params.arguments ?? {}) as Json, gone)
      return { content: [{ type: 'text', text: output }], isError: !ok }
    })
    return server
  }
  return (endpoint) => {
    const answer = known.get(endpoint)
    if (answer) return answer
    const { fetch } = createMcpHandler(
      ({ requestInfo }) => serverFor(endpoint, requestInfo?.signal ?? AbortSignal.abort()),
      { maxRequestBodySize },
    )
    known.set(endpoint, fetch)
    return fetch
  }
}
