import type { Json } from '@convene/domain'
import type { TeamCalls } from './team-calls.ts'

type Answer = (request: Request) => Promise<Response>

/** Answers requests of MCP clients, each at its own desk. */
export async function answerCalls(version: string, maxRequestBodySize: number): Promise<(desk: TeamCalls) => Answer> {
  const { createMcpHandler, Server } = await import('@modelcontextprotocol/server')
  const known = new WeakMap<TeamCalls, Answer>()
  const serverFor = (desk: TeamCalls, gone: AbortSignal) => {
    const server = new Server({ name: 'convene-team', version }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({
      tools: desk.offered.map(({ name, description, input }) => ({
        name,
        description,
        inputSchema: { ...input, type: 'object' as const },
      })),
    }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const { ok, output } = await desk.call(params.name, (params.arguments ?? {}) as Json, gone)
      return { content: [{ type: 'text', text: output }], isError: !ok }
    })
    return server
  }
  return (desk) => {
    const answer = known.get(desk)
    if (answer) return answer
    const { fetch } = createMcpHandler(
      ({ requestInfo }) => serverFor(desk, requestInfo?.signal ?? AbortSignal.abort()),
      { maxRequestBodySize },
    )
    known.set(desk, fetch)
    return fetch
  }
}
