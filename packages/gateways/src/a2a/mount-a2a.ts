import { type AgentBudget, type CallingProgram, type Program, RefusedRequest, settingsOf } from '@convene/host'
import { A2A_PATH, CARD_PATH, failureResponse, readBody } from '@convene/server'
import type { Hono } from 'hono'
import { agentCard } from './agent-card.ts'
import { RequestHandler } from './request-handler.ts'
import type { Errors } from './start-task.ts'

const MOST_BYTES = 1_048_576
const OFF = 'This endpoint is off. Set server.a2a to true in your settings.'

/** Answers A2A agents if the settings allow it. The library is loaded with the first request. */
export function mountA2a(app: Hono, own: Program, budget: AgentBudget): void {
  const here = async (): Promise<CallingProgram | undefined> => {
    const program = own.at(own.workspace)
    const settings = await settingsOf(program)
    return settings.ok && settings.value.settings.server.a2a
      ? { program, by: 'a2a', allowChanges: false, budget, name: () => 'over A2A' }
      : undefined
  }
  app.get(CARD_PATH, async ({ req }) => {
    const caller = await here()
    if (!caller) return failureResponse({ code: 'not_found', message: OFF })
    const { AgentCard } = await import('@a2a-js/sdk')
    return Response.json(AgentCard.toJSON(await agentCard(caller.program, new URL(req.url).origin)))
  })
  app.post(A2A_PATH, async ({ req }) => {
    const caller = await here()
    return caller ? answer(caller, req.raw) : failureResponse({ code: 'not_found', message: OFF })
  })
}

async function answer(caller: CallingProgram, request: Request): Promise<Response> {
  const body = await readBody(request, MOST_BYTES)
  if (!body.ok) return failureResponse(body.refusal)
  const errors = await import('@a2a-js/sdk/errors')
  const { JsonRpcTransportHandler, ServerCallContext } = await import('@a2a-js/sdk/server')
  const card = () => agentCard(caller.program, new URL(request.url).origin)
  const handler = new JsonRpcTransportHandler(new RequestHandler(caller, errors, card))
  const version = request.headers.get('a2a-version') ?? undefined
  const context = new ServerCallContext({ ...(version && { requestedVersion: version }) })
  const result = await handler.handle(new TextDecoder().decode(body.value), context)
  return Symbol.asyncIterator in result ? streamed(result, refusalIn(errors, body.value)) : Response.json(result)
}

type Say = (error: unknown) => object

/** The failure of a stream: a message for callers, or a bug without details. */
function refusalIn(errors: Errors, request: Uint8Array): Say {
  const { id = null } = JSON.parse(new TextDecoder().decode(request)) as { readonly id?: unknown }
  return (error) => {
    const said = error instanceof RefusedRequest ? new errors.UnsupportedOperationError(error.message) : error
    const known = said instanceof errors.A2AError ? said : new Error('Internal error.')
    return { jsonrpc: '2.0', id, error: errors.toJsonRpcError(known) }
  }
}

/** Server-sent events, one per answer. If the client disconnects, reading stops and the team continues. */
function streamed(results: AsyncGenerator<object>, refusal: Say): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A stream that just breaks off looks like a lost connection, so clients would reconnect again and again.
      const { done, value } = await results.next().catch((error) => ({ done: false, value: refusal(error) }))
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
    },
    cancel: () => void results.return(undefined),
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } })
}
