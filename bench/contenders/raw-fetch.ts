import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Contender, fromThreads, type Service, SYSTEM } from './contender.ts'

type Message = { readonly role: string; readonly [field: string]: unknown }
type Said = { readonly text: string; readonly calls: readonly { readonly id: string }[] }
type Delta = { readonly content?: string; readonly tool_calls?: Said['calls'] }

const read = {
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
}

/** The lower bound: `fetch`, and ten lines that parse server-sent events. */
export const rawFetch = async (service: Service): Promise<Contender> => fromThreads(threadsOf(service, () => {}))

/** The same with every message in SQLite, one commit each, before the next call. */
export async function rawWithLog(service: Service): Promise<Contender> {
  mkdirSync(service.folder, { recursive: true })
  const database = new DatabaseSync(`${service.folder}/raw.db`)
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE messages (id INTEGER PRIMARY KEY, data TEXT)',
  )
  const insert = database.prepare('INSERT INTO messages (data) VALUES (?)')
  const contender = fromThreads(threadsOf(service, (message) => void insert.run(JSON.stringify(message))))
  return { ...contender, close: async () => database.close() }
}

const threadsOf = (service: Service, keep: (message: Message) => void) => (options?: { readonly tools: boolean }) => {
  const messages: Message[] = [{ role: 'system', content: SYSTEM }]
  const add = (message: Message) => {
    messages.push(message)
    keep(message)
  }
  return async (content: string) => {
    add({ role: 'user', content })
    for (;;) {
      const { text, calls } = await ask(service, messages, options?.tools ?? false)
      add({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) })
      if (calls.length === 0) return
      for (const { id } of calls) add({ role: 'tool', tool_call_id: id, content: 'text' })
    }
  }
}

async function ask({ url, model }: Service, messages: readonly Message[], tools: boolean): Promise<Said> {
  const offered = tools ? { tools: [{ type: 'function', function: read }] } : {}
  const shared = { stream: true, stream_options: { include_usage: true }, max_tokens: 8192 }
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, ...shared, ...offered }),
  })
  const decoder = new TextDecoder()
  const calls: { readonly id: string }[] = []
  let rest = ''
  let text = ''
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const delta = JSON.parse(line.slice(6)).choices[0]?.delta as Delta
      text += delta.content ?? ''
      calls.push(...(delta.tool_calls ?? []))
    }
  }
  return { text, calls }
}
