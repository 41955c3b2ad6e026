import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { open } from './open-servers.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: { id?: number; method?: string }) => void

/** A server that answers each POST like this and refuses everything else. */
async function address(answer: Answer) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method !== 'POST') response.writeHead(405).end()
    else answer(request, response, JSON.parse(Buffer.concat(chunks).toString()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const dispose = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: dispose }
}

const tools = [{ name: 'echo', inputSchema: { type: 'object' } }]
const serverInfo = { name: 'fixture', version: '1' }
const results: { readonly [method: string]: object } = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
  'tools/list': { tools },
}

/** A server that works, except for its calls. */
const but =
  (call: Answer): Answer =>
  (request, response, body) => {
    if (body.method === 'tools/call') return call(request, response, body)
    if (body.id === undefined) return void response.writeHead(202).end()
    const result = results[body.method ?? '']
    const error = { code: -32_601, message: 'Method not found' }
    reply(response, { jsonrpc: '2.0', id: body.id, ...(result ? { result } : { error }) })
  }

const reply = (response: ServerResponse, message: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))

describe('a remote address', () => {
  test.each<[string, Answer, RegExp]>([
    ['is a web page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), /./],
    ['wants a key', (_request, response) => response.writeHead(401).end(), /401|nauthorized/],
    ['is broken', (_request, response) => response.writeHead(500).end('oops'), /./],
    ['cuts the connection', (request) => request.socket.destroy(), /./],
    ['never answers', () => {}, /did not answer within 0.5 s|timed out/i],
  ])('that %s is reported as down, with the reason', async (_what, answer, reason) => {
    await using server = await address(answer)
    await using mcp = open({ web: { url: server.url } }, { limits: { connectMs: 500, pingMs: 200 } })
    await mcp.ready()
    expect(mcp.status()[0]).toMatchObject({ phase: 'down', tools: [], problem: expect.stringMatching(reason) })
  })

  test('that answers endlessly is cut off', async () => {
    const huge = but((_request, response, { id }) =>
      reply(response, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'x'.repeat(2_000_000) }] } }),
    )
    await using server = await address(huge)
    await using mcp = open({ web: { url: server.url } }, { limits: { maxReplyBytes: 1_000_000 } })
    await mcp.ready()
    expect(await mcp.call('mcp_web_echo', {})).toEqual({ ok: false, output: expect.stringContaining('more than 1 MB') })
  })

  test('that redirects elsewhere does not get our headers sent there', async () => {
    const seen: string[] = []
    await using thief = await address((request, response) => {
      seen.push(String(request.headers.authorization))
      response.writeHead(500).end()
    })
    await using server = await address((_request, response) => response.writeHead(307, { location: thief.url }).end())
    await using mcp = open({ web: { url: server.url, headers: { authorization: 'Bearer secret' } } })
    await mcp.ready()
    expect(mcp.status()[0]?.phase).toBe('down')
    expect(seen).toEqual([])
  })
})
