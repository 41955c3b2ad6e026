// Builds the web interface into apps/web/dist. `--if-needed`: only if it is missing or older than its sources.
// `--tolerant`: print what to do on failure, but do not fail `npm ci`. Other code calls `buildPage()`.
import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { replaceFolder } from './bundle/replace-folder.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'apps/web/dist/index.html')
const sources = [
  'apps/web/{index.html,vite.config.ts,package.json}',
  'apps/web/{src,public}/**/*',
  'packages/{domain,protocol}/src/**/*.ts',
  'package-lock.json',
]

/** The folder of the built page. */
export const pageFolder = join(root, 'apps/web/dist')

/** Whether the page is missing or older than its sources. */
export function isStale() {
  if (!existsSync(page)) return true
  const built = statSync(page).mtimeMs
  return sources.some((pattern) => globSync(pattern, { cwd: root }).some((file) => isNewer(join(root, file), built)))
}

function isNewer(file, than) {
  if (/\.(test|fixture)\.tsx?$/.test(file)) return false
  const { mtimeMs, isFile } = { mtimeMs: statSync(file).mtimeMs, isFile: statSync(file).isFile() }
  return isFile && mtimeMs > than
}

/** Builds the page, unless it is up to date. Throws with the build output on failure. */
export async function buildPage({ always = false } = {}) {
  if (!always && !isStale()) return false
  const program =
    Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : join(root, 'node_modules/.bin/node')
  const vite = [join(root, 'apps/web/node_modules/vite/bin/vite.js'), join(root, 'node_modules/vite/bin/vite.js')].find(
    existsSync,
  )
  if (!vite) throw new Error('vite is not installed: run `npm ci` without `--omit=dev`.')
  const made = `${pageFolder}-${process.pid}`
  try {
    await run(program, [vite, 'build', '--logLevel', 'error', '--outDir', made], join(root, 'apps/web'))
    await compress(made)
    await replaceFolder(made, pageFolder)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
  return true
}

/** Adds a compressed copy of each larger text file, for the server to send if the browser accepts it. */
async function compress(folder) {
  for (const file of globSync('**/*.{js,css,html,svg}', { cwd: folder })) {
    const text = await readFile(join(folder, file))
    if (text.length > 1_000) await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(text, { level: 9 }))
  }
}

function run(program, args, cwd) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: 'production' } // a test runner's value would build the slow development page
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(output.trim() || `vite exited with code ${code}`)),
    )
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))

async function main(words) {
  try {
    await buildPage({ always: !words.includes('--if-needed') })
  } catch (error) {
    console.error(`The web interface was not built: ${error.message}`)
    console.error('Everything else works. To build it, run `npm run build:web`.')
    process.exitCode = words.includes('--tolerant') ? 0 : 1
  }
}
