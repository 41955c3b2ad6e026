// One question in a new process, and nothing else: `node cold.mjs CONTENDER URL FOLDER`.
// Not TypeScript, because stripping types would be measured too.
const [name, url, folder] = process.argv.slice(2)
const model = 'parts1-cold'
const system = 'You are a careful engineer who answers briefly and to the point.'
const question = 'Say hello.'

const files = { 'OpenAI Agents': 'openai-agents', 'LangGraph.js': 'langgraph', Mastra: 'mastra' }

if (name in files) {
  const { open } = await import(new URL(`../../.cache/peers/contenders/${files[name]}.mjs`, import.meta.url).href)
  await (await open({ url, model, system, folder })).thread()(question)
} else if (name === 'streamText') await askSdk()
else await askRaw(name === 'raw fetch + SQLite' ? await database() : () => {})
// Some of them keep connections or timers open.
process.exit(0)

async function askSdk() {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const { streamText } = await import('ai')
  const provider = createOpenAICompatible({ name: 'bench', baseURL: `${url}/v1`, includeUsage: true })
  const { textStream } = streamText({ model: provider(model), instructions: system, prompt: question, maxRetries: 0 })
  for await (const part of textStream) process.stdout.write(part)
}

async function database() {
  const { DatabaseSync } = await import('node:sqlite')
  const opened = new DatabaseSync(`${folder}/raw.db`)
  opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS messages (data TEXT)')
  const insert = opened.prepare('INSERT INTO messages (data) VALUES (?)')
  return (text) => insert.run(text)
}

async function askRaw(keep) {
  keep(question)
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: question },
  ]
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ model, messages, stream: true, stream_options: { include_usage: true } })
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  const answer = events.map((line) => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? '').join('')
  keep(answer)
  process.stdout.write(answer)
}
