// Bundles the program for places that cannot run TypeScript: npm packages and the VS Code extension. Worker threads and
// child processes that the code starts by URL become separate files, and data folders next to the code are copied.
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundleRequired } from './required.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Data folders next to the code, which are copied, and the paths that change in a bundle. */
const agents = 'packages/library/src/agents/agent-folders.ts'
const teams = 'packages/library/src/teams/team-registry.ts'
const examples = 'packages/library/src/examples/examples.ts'
const dataFolders = {
  'packages/library/src/agents/built-in': 'built-in-agents',
  'packages/library/src/teams/built-in': 'built-in-teams',
  'packages/library/src/examples/recorded': 'recorded-examples',
}
const rewritten = {
  [agents]: ["import.meta.dirname, 'built-in'", "import.meta.dirname, 'built-in-agents'"],
  [examples]: ["import.meta.dirname, 'recorded'", "import.meta.dirname, 'recorded-examples'"],
  [teams]: ["import.meta.dirname, 'built-in'", "import.meta.dirname, 'built-in-teams'"],
}

/** Node prints the line of an error that nobody caught: all of a file without line breaks. */
const inLines = {
  compress: true,
  mangle: { keepNames: { class: true, function: false } },
  codegen: { removeWhitespace: false },
}

/**
 * Bundles these entries (name → file) into one flat folder of `.mjs`. `external` packages are installed next to the
 * bundle or left out on purpose. `rewrites` (file → text and replacement) adapt the code to the bundle's location.
 * `target` is the oldest Node that must load it as a library, by default none: a library keeps its lines and the names
 * of its classes, which people see in their stack traces. `required` is the entry that is loaded with `require`, from
 * `.cjs` files. Returns the source files from this repository, each with its state before it was read.
 */
export async function bundle({ entries, out, external = [], rewrites = {}, target, required }) {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const started = new Map()
  const sources = new Map()
  const outside = external.map((name) => new RegExp(`^${name}(/|$)`, 'u'))
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    ...(target && { transform: { target } }),
    external: outside,
    plugins: [sourceFiles(sources), startedFiles(started), filesBeside({ ...rewritten, ...rewrites })],
    onLog: (level, log) => {
      if (level === 'warn' && !quiet.includes(log.code)) console.warn(log.message)
    },
  })
  const { output } = await build.write({
    dir: out,
    format: 'esm',
    minify: target ? inLines : true,
    // Bundler annotations are no longer needed. Licences stay.
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].mjs',
    chunkFileNames: ({ facadeModuleId }) => `${packageOf(facadeModuleId ?? '') ?? '[name]'}-[hash].mjs`,
  })
  await build.close()
  const chunks = output.filter(({ type }) => type === 'chunk')
  if (required) await bundleRequired(required, { out, chunks, external: outside })
  for (const [from, to] of Object.entries(dataFolders)) {
    for (const name of ['', ...readdirSync(join(root, from))]) note(sources, join(root, from, name))
    cpSync(join(root, from), join(out, to), { recursive: true })
  }
  for (const [file, name] of started) {
    if (file.endsWith('.ts')) continue
    note(sources, file)
    cpSync(file, join(out, name))
  }
  return [...sources.values()]
}

function note(sources, file) {
  const { mtimeMs, size } = statSync(file)
  sources.set(file, [relative(root, file), mtimeMs, size])
}

/** Records a file's state before reading it, so changes during the build are noticed. */
function sourceFiles(sources) {
  return {
    name: 'source-files',
    load(id) {
      if (id.startsWith(root) && !id.includes('node_modules') && !id.includes('\0')) note(sources, id)
      return null
    },
  }
}

/** A file name from the package name, because library chunks would all be called `dist` or `index`. */
const packageOf = (file) => /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)/u.exec(file)?.[1].replace('@', '').replace('/', '.')

const quiet = ['CIRCULAR_DEPENDENCY', 'INEFFECTIVE_DYNAMIC_IMPORT', 'EVAL', 'MODULE_LEVEL_DIRECTIVE']

/**
 * Turns the file in `new URL('./x-thread.ts', import.meta.url)` into an entry, and points the URL at it. Copies data.
 */
function startedFiles(started) {
  const address = /new URL\(\s*'(\.[^']+\.(?:ts|mjs|json))',\s*import\.meta\.url,?\s*\)/gu
  return {
    name: 'started-files',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url')) return null
      return code.replaceAll(address, (_whole, path) => {
        const file = resolve(dirname(id), path)
        const name = basename(path).replace(/\.ts$/u, '.mjs')
        if (!started.has(file) && file.endsWith('.ts')) this.emitFile({ type: 'chunk', id: file, fileName: name })
        started.set(file, name)
        return `new URL('./${name}', import.meta.url)`
      })
    },
  }
}

function filesBeside(rewrites) {
  return {
    name: 'files-beside',
    transform(code, id) {
      const [from, to] = rewrites[id.slice(root.length)] ?? []
      if (from === undefined) return null
      if (!code.includes(from)) this.error(`${id} no longer contains ${from}`)
      return code.replaceAll(from, to)
    },
  }
}
