import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { rulesOf, type Script } from './script.ts'
import { startModelServer } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, script: { type: 'string' } } })
const script: Script = values.script ? JSON.parse(readFileSync(values.script, 'utf8')) : {}
const server = await startModelServer({
  port: Number(values.port),
  replies: rulesOf(script),
  ...(script.models ? { models: script.models } : {}),
})
process.stdout.write(`${server.url}\n`)

const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
