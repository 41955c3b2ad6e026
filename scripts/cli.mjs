// Bundles the command line into apps/cli/dist. The launcher runs the bundle while it is up to date, because it starts
// faster than the sources. `--if-needed`: only if the bundle is missing or outdated. `--tolerant`: print what to do on
// failure, but do not fail `npm ci`.
import { globSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCurrent } from '../apps/cli/bin/bundle-state.mjs'
import { replaceFolder } from './bundle/replace-folder.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'apps/cli/dist')
const alsoMadeOf = [
  'package-lock.json',
  '{apps,packages}/*/package.json',
  'scripts/cli.mjs',
  'scripts/bundle/{bundle,required}.mjs',
]

/** Not bundled, because they contain binaries, grammars or models, or are too large to load at every start. */
export const beside = [
  '@vscode/ripgrep',
  '@vscode/tree-sitter-wasm',
  'playwright-core',
  'typescript',
  'web-tree-sitter',
]

/**
 * Bundles the command line into `out` and returns its source files. `rewrites` and `target` are passed to `bundle`, `more` are
 * further entries.
 */
export async function bundleCli(out, rewrites = {}, more = {}, target = undefined) {
  const { bundle } = await import('./bundle/bundle.mjs') // the bundler is a development dependency
  const entries = { main: 'apps/cli/src/main.ts', ...more }
  return await bundle({ entries, out, external: beside, rewrites, target, required: 'main' })
}

/** Bundles this checkout's command line. With `ifNeeded`, only if the bundle is outdated. */
export async function buildCli({ ifNeeded = false } = {}) {
  if (ifNeeded && isCurrent(dist, root)) return
  const made = `${dist}-${process.pid}`
  const before = globSync(alsoMadeOf, { cwd: root }).map(stateOf)
  try {
    const sources = [...before, ...(await bundleCli(made))]
    await writeFile(join(made, 'sources.json'), JSON.stringify(sources))
    await replaceFolder(made, dist)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

const stateOf = (path) => {
  const { mtimeMs, size } = statSync(join(root, path))
  return [path, mtimeMs, size]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2))

async function main(words) {
  try {
    await buildCli({ ifNeeded: words.includes('--if-needed') })
  } catch (error) {
    console.error(`The command line was not bundled: ${error.message}`)
    console.error('Convene will run its sources instead and start more slowly. To bundle it, run `npm run build:cli`.')
    process.exitCode = words.includes('--tolerant') ? 0 : 1
  }
}
