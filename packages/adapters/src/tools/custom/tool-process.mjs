// Runs one custom tool in a process of its own: `node tool-process.mjs FILE`. Speaks lines of JSON on descriptor 3, so that
// whatever the tool prints breaks nothing. One call at a time.
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const channel = new Socket({ fd: 3 })
const say = (message) => channel.write(`${JSON.stringify(message)}\n`)
const reasonOf = (error) => (error instanceof Error ? error.message : String(error))

let tool
try {
  tool = (await import(pathToFileURL(process.argv[2]).href)).default
  say({ loaded: shapeOf(tool) })
} catch (error) {
  say({ failed: reasonOf(error) })
}

function shapeOf(value) {
  if (value === null || typeof value !== 'object') return null
  const { name, description, input, readOnly, permission, run } = value
  return { name, description, input, readOnly, permission, run: typeof run }
}

let call
createInterface({ input: channel }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.cancel) call?.abort()
  else void run(message)
})

async function run({ input, workspace }) {
  call = new AbortController()
  try {
    process.chdir(workspace)
    say({ ok: true, output: textOf(await tool.run(input, { signal: call.signal, workspace })) })
  } catch (error) {
    say({ ok: false, output: reasonOf(error) })
  }
}

const textOf = (value) => (typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''))

// Whoever started this is gone.
channel.on('close', () => process.exit())
