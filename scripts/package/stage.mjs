// Creates the program folder as it is installed, for both the npm and the Debian package.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beside, bundleCli } from '../cli.mjs'
import { buildPage, pageFolder } from '../web.mjs'
import { writeTypes } from './types.mjs'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Creates the program in `folder`: bin, dist, web, and a manifest that lists the dependencies to install. */
export async function stageProgram(folder) {
  await buildPage()
  rmSync(folder, { recursive: true, force: true })
  const manifest = await stageCommands(folder)
  cpSync(pageFolder, join(folder, 'web'), { recursive: true })
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file))
  // The repository's own README describes things that only work in a checkout.
  cpSync(join(root, 'packaging/README.md'), join(folder, 'README.md'))
  return { folder, manifest }
}

/** The command line only: bin, dist and the manifest. Returns the manifest. */
export async function stageCommands(folder) {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const dist = join(folder, 'dist')
  const rewrites = { 'apps/cli/src/places.ts': withoutProject }
  await bundleCli(dist, rewrites, { sdk: 'packages/sdk/src/index.ts' }, 'node22')
  await bundleTesting(join(dist, 'testing'))
  writeTypes(join(folder, 'dist'))
  for (const name of ['convene.mjs', 'bundle-loader.cjs'])
    cpSync(join(root, 'apps/cli/bin', name), join(folder, 'bin', name))
  chmodSync(join(folder, 'bin/convene.mjs'), 0o755)
  const manifest = manifestOf()
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return manifest
}

/** Bundled separately: as another entry next to the commands it would pull the server into what every command loads. */
async function bundleTesting(out) {
  const { bundle } = await import('../bundle/bundle.mjs') // the bundler is a development dependency
  await bundle({ entries: { index: 'packages/testing/src/index.ts' }, out, external: beside, target: 'node22' })
}

/** An installed program has no checkout around it. The folder at that level belongs to something else. */
const withoutProject = ["join(import.meta.dirname, '..', '..', '..')", 'undefined']

/** The package's manifest. Its name is that of apps/cli, because the plain `convene` is taken. */
export function manifestOf() {
  const { version, description, license, optionalDependencies } = read('package.json')
  const { name } = read('apps/cli/package.json')
  const pinned = Object.assign(
    {},
    ...['models', 'tools', 'code-analysis'].map((name) => read(`packages/${name}/package.json`).dependencies),
  )
  return {
    name,
    version,
    description,
    license,
    ...repositoryOf(process.env),
    type: 'module',
    bin: { convene: 'bin/convene.mjs' },
    exports: {
      './sdk': { types: './dist/sdk/index.d.ts', default: './dist/sdk.mjs' },
      './testing': { types: './dist/testing/index.d.ts', default: './dist/testing/index.mjs' },
      './package.json': './package.json',
    },
    files: ['bin', 'dist', 'web', 'THIRD-PARTY-LICENCES.txt'],
    engines: { node: '>=20' },
    // Custom tools are described with zod schemas, which the library's types refer to.
    dependencies: { ...Object.fromEntries(beside.map((name) => [name, pinned[name]])), zod: pinned.zod },
    optionalDependencies,
    build: builtFrom(),
  }
}

/**
 * The repository of the workflow that builds it. npm refuses a package with provenance that names no repository, or
 * another one.
 */
export function repositoryOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }) {
  return server && name ? { repository: { type: 'git', url: `git+${server}/${name}.git` } } : {}
}

/** The commit and its date, which are reproducible. A folder without git has none. */
function builtFrom() {
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%h %cs'], { cwd: root, encoding: 'utf8' })
  const [commit, date] = (stdout ?? '').trim().split(' ')
  return commit && date ? { commit, date } : undefined
}

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** Folders of installed packages and all their dependencies, by package name. */
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
