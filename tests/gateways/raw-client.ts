import { mcpServerFactory } from '@convene/gateways'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import { type Served, type ServedOptions, served } from '../../apps/server/src/server.fixture.ts'

const KEY = 'io.modelcontextprotocol/'
const REVISION = '2026-07-28'

/** A request from a program that speaks the protocol on its own terms. */
export type Sent = {
  readonly arguments?: object
  readonly inputResponses?: object
  readonly requestState?: string
  /** The capabilities it claims. */
  readonly capabilities?: object
  readonly headers?: Record<string, string>
}

export type Answered = {
  readonly status: number
  readonly error?: { readonly code: number; readonly message: string }
  /** The tool's refusal message. */
  readonly refused?: string
  /** Fields of the result. */
  readonly value: { readonly [name: string]: unknown }
  readonly requestState?: string
  /** What the user would be asked. */
  readonly form?: { readonly message: string; readonly requestedSchema: object }
}

type Ways = { readonly forms?: boolean; readonly allowChanges?: boolean }

/** Calls tools without a client library: over HTTP, or as a client whose forms count. */
export async function rawClient(options: ServedOptions = {}, { forms, allowChanges = false }: Ways = {}) {
  const server = await served(options)
  onTestFinished(server.remove)
  if (!forms) return { ...server, call: callTo((request) => fetch(request), server) }
  const { program } = server.open
  const handler = createMcpHandler(await mcpServerFactory({ program, forms, allowChanges }))
  onTestFinished(() => handler.close())
  return { ...server, call: callTo(handler.fetch, server) }
}

const FORMS = { elicitation: { form: {} } }

/** Calls tools through `send`. */
export const callTo =
  (send: (request: Request) => Promise<Response>, { address, token }: Pick<Served, 'address' | 'token'>) =>
  async (name: string, sent: Sent = {}): Promise<Answered> => {
    const { capabilities = FORMS, headers, ...params } = sent
    const _meta = {
      [`${KEY}protocolVersion`]: REVISION,
      [`${KEY}clientInfo`]: { name: 'raw', version: '1' },
      [`${KEY}clientCapabilities`]: capabilities,
    }
    const request = new Request(`${address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
        'mcp-method': 'tools/call',
        'mcp-name': name,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, ...params, _meta } }),
    })
    return read(await send(request))
  }

async function read(response: Response): Promise<Answered> {
  const text = await response.text()
  const json = text.startsWith('{') ? text : (/^data: (\{.*)$/mu.exec(text)?.[1] ?? '{}')
  const { result = {}, error } = JSON.parse(json)
  const { structuredContent = {}, requestState, inputRequests, isError, content } = result
  const form = inputRequests?.user?.params
  return {
    status: response.status,
    value: structuredContent,
    ...(error && { error }),
    ...(isError && { refused: content[0].text }),
    ...(requestState && { requestState }),
    ...(form && { form }),
  }
}
