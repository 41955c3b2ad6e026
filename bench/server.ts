import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model server for measurements: OpenAI chat completions, streamed. The model name controls the answer:
 * `parts50` sends 50 parts immediately, `parts100-over2000` 100 parts over 2 s, `parts50-after20` 50 parts after 20 ms.
 * `parts50-assigns4` assigns a task to each of four members in its first part, and never repeats itself. `parts50-new`
 * never repeats itself either. `parts50-tools5` requests a tool until the conversation has five of its results.
 * Other chunks are created once, so the server is never the bottleneck. It counts a token per four bytes: if a server
 * counts far fewer, Convene assumes that it has dropped the beginning of the conversation.
 */
const prepared = new Map<string, readonly string[]>()

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const model = /"model"\s*:\s*"([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? 'parts1'
    if (model.endsWith('cold')) process.send?.({ at: Date.now() })
    const results = body.toString('latin1').split('"role":"tool"').length - 1
    if (results < Number(/tools(\d+)/.exec(model)?.[1] ?? 0)) call(response, results)
    else answer(response, model, Math.ceil(body.length / 4))
  })
})

function answer(response: ServerResponse, model: string, input: number): void {
  const number = (name: string) => Number(new RegExp(`${name}(\\d+)`).exec(model)?.[1] ?? 0)
  const assigns = number('assigns')
  const isNew = assigns > 0 || model.includes('new')
  const texts = isNew ? newParts(number('parts') || 1, assigns) : partsOf(number('parts') || 1)
  const parts = numbered([...texts, ending('stop', texts.length, input)])
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const over = number('over')
  const after = number('after')
  if (over > 0) drip(response, parts, over)
  else if (after > 0) setTimeout(sendAll, after, response, parts)
  else sendAll(response, parts)
}

function call(response: ServerResponse, results: number): void {
  const wanted = { name: 'read', arguments: JSON.stringify({ path: `${results}.md` }) }
  const calls = [{ index: 0, id: `call_${results}`, type: 'function', function: wanted }]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const asked = chunk({ index: 0, delta: { role: 'assistant', tool_calls: calls }, finish_reason: null })
  sendAll(response, numbered([asked, ending('tool_calls', 10, 100)]))
}

function sendAll(response: ServerResponse, parts: readonly Buffer[]): void {
  for (const part of parts) response.write(part)
  response.end()
}

/** Several writes per tick: 200 streams of 100 parts must not need 20,000 timers per second. */
function drip(response: ServerResponse, parts: readonly Buffer[], over: number): void {
  const start = performance.now()
  let sent = 0
  const tick = () => {
    const due = Math.min(parts.length, Math.ceil(((performance.now() - start) / over) * parts.length))
    while (sent < due) response.write(parts[sent++])
    if (sent < parts.length) setTimeout(tick, 20)
    else response.end()
  }
  tick()
}

let answers = 0
let responses = 0

/** Every answer has its own id: LangGraph treats two messages with the same id as one. */
function numbered(parts: readonly string[]): readonly Buffer[] {
  responses += 1
  return parts.map((part) => Buffer.from(part.replace('"id":"c1"', `"id":"c${responses}"`)))
}

function newParts(count: number, members: number): readonly string[] {
  const answer = ++answers
  const tasks = Array.from(
    { length: members },
    (_, index) => `@worker:Ada ${index}\nDo part ${index} (${answer}).\n@end\n`,
  )
  return made(
    Array.from({ length: count }, (_, index) =>
      index === 0 && members > 0 ? tasks.join('') : `word${answer}-${index} `,
    ),
  )
}

function partsOf(count: number): readonly string[] {
  const known = prepared.get(String(count))
  if (known) return known
  const parts = made(Array.from({ length: count }, (_, index) => `word${index} `))
  prepared.set(String(count), parts)
  return parts
}

const chunk = (choice: object, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [choice], ...rest })}\n\n`

const made = (words: readonly string[]): readonly string[] =>
  words.map((content) => chunk({ index: 0, delta: { role: 'assistant', content }, finish_reason: null }))

function ending(finish: string, output: number, input: number): string {
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  return `${chunk({ index: 0, delta: {}, finish_reason: finish }, { usage })}data: [DONE]\n\n`
}

server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', 1_024, () => {
  process.send?.({ port: (server.address() as AddressInfo).port })
})
process.on('disconnect', () => process.exit(0))
