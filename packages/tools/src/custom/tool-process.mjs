// Runs one custom tool in a separate process: `node tool-process.mjs FILE [FOLDER ROOT INSTALLED…]`. With a folder, the
// tool can import files by path only from there, because that is what the user trusted, and packages below the root only
// from the installed folders, because others change with a commit. Communicates in JSON lines on descriptor 3, so
// anything the tool prints is harmless. One call at a time.
import { registerHooks } from 'node:module'
import { Socket } from 'node:net'
import { sep } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'

const channel = new Socket({ fd: 3 })
const say = (message) => channel.write(`${JSON.stringify(message)}\n`)
const reasonOf = (error) => (error instanceof Error ? error.message : String(error))

const [file, within, root, ...installed] = process.argv.slice(2)
if (within !== undefined) registerHooks({ resolve: resolveWithin })

function resolveWithin(specifier, context, next) {
  const found = next(specifier, context)
  const problem = found.url.startsWith('file:')
    ? strayBy(specifier, context.parentURL, fileURLToPath(found.url))
    : undefined
  if (problem !== undefined) throw new Error(`it imports "${specifier}", which ${problem}`)
  return found
}

/** Undefined inside the folder, and for an installed package and its own imports. */
function strayBy(specifier, parent, path) {
  if (isIn(within, path)) return undefined
  const isPath = /^(\.{0,2}\/|file:)/u.test(specifier) && !parent?.includes('/node_modules/')
  if (isPath || !path.includes(`${sep}node_modules${sep}`))
    return 'is outside .convene/tools, where changes do not ask for trust again. Move it into .convene/tools'
  if (!isIn(root, path) || installed.some((folder) => isIn(folder, path))) return undefined
  return 'is a package that comes with this folder, not one that git knows as installed here. Changes to it do not ask for trust again. Copy it to .convene/tools, or install it to a node_modules folder that is not committed'
}

const isIn = (folder, path) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

let tool
try {
  tool = (await import(pathToFileURL(file).href)).default
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

// The parent process is gone.
channel.on('close', () => process.exit())
