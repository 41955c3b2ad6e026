// Builds the extension into apps/vscode/dist: a small script that the editor loads, and the program it starts later.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { bundle } from './bundle/bundle.mjs'
import { buildPage, pageFolder } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Too large for an extension. Features that need them are missing there or say so. Everything else works. */
const leftOut = ['@convene/code-analysis', '@convene/team', '@vscode/ripgrep', 'playwright-core', '@opentelemetry/.*']

/** The default folder of the built extension. */
export const extensionFolder = join(root, 'apps/vscode')

/** Builds everything that runs: `dist/extension.cjs`, `dist/program` and `dist/web` in this folder. */
export async function buildExtension(folder = extensionFolder) {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  await bundle({
    entries: { app: 'apps/vscode/src/engine/program-app.ts', child: 'apps/vscode/src/engine/child.ts' },
    out: join(dist, 'program'),
    external: [...leftOut, 'vscode'],
  })
  copyGrammar(join(dist, 'program'))
  standInForRipgrep(join(dist, 'program/node_modules/@vscode/ripgrep'))
  await buildScript({ extension: 'apps/vscode/src/extension.ts' }, dist)
  await buildPage()
  cpSync(pageFolder, join(dist, 'web'), { recursive: true, filter: (file) => !file.endsWith('.gz') })
}

/** The shell grammar and its parser. Without them, no command line can be checked. */
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

/** Replaces the ripgrep package with one that points to the editor's own ripgrep. */
function standInForRipgrep(folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "@vscode/ripgrep", "type": "module", "main": "index.js" }')
  writeFileSync(join(folder, 'index.js'), 'export const rgPath = process.env.CONVENE_RIPGREP\n')
}

/** Builds scripts for the extension host: CommonJS, with the `vscode` module left external. */
export async function buildScript(entries, out) {
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    external: ['vscode'],
    // Rolldown 1.2 drops a module whose constants it has inlined, while something still refers to it.
    optimization: { inlineConst: false },
  })
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
