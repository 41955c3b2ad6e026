import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import type { Recipe } from './recipes.ts'

const repository = join(import.meta.dirname, '../..')

export type Done = { readonly status: number | null; readonly stdout: string; readonly stderr: string }

/** A copy of the sources that can be changed and run. Third-party packages are linked, ours are copies. */
export type ScratchTree = {
  readonly folder: string
  follow(recipe: Recipe): void
  read(file: string): string
  write(file: string, text: string): void
  /** Runs a script in an empty workspace, without this machine's settings. */
  node(...args: readonly string[]): Promise<Done>
  remove(): void
}

export function scratchTree(): ScratchTree {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'convene-recipes-')))
  for (const part of ['packages', 'apps', 'scripts', 'docs', 'package.json']) copy(folder, part)
  linkModules(folder)
  const [home, workspace] = [join(folder, 'home'), join(folder, 'workspace')]
  mkdirSync(workspace)
  const environment = { PATH: process.env.PATH, HOME: folder, CONVENE_HOME: home, CONVENE_SOURCES: '1' }
  const node = (...args: readonly string[]) => run(args, workspace, environment)
  return {
    folder,
    follow: (recipe) => follow(folder, recipe),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => write(join(folder, file), text),
    node,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const leftOut = new Set(['node_modules', 'dist', 'media', 'screenshots'])

function copy(folder: string, part: string): void {
  const isSource = (path: string) =>
    !leftOut.has(basename(path)) && !path.endsWith('.test.ts') && !['.png', '.gif', '.woff2'].includes(extname(path))
  cpSync(join(repository, part), join(folder, part), { recursive: true, filter: isSource })
}

function linkModules(folder: string): void {
  const modules = join(repository, 'node_modules')
  for (const name of readdirSync(modules))
    if (!['@convene', 'convene'].includes(name)) link(join(modules, name), join(folder, 'node_modules', name))
  for (const part of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, part))) {
      const { name: ours } = JSON.parse(readFileSync(join(folder, part, name, 'package.json'), 'utf8'))
      link(join(folder, part, name), join(folder, 'node_modules', ours))
      const own = join(repository, part, name, 'node_modules')
      if (readdirSync(join(repository, part, name)).includes('node_modules'))
        link(own, join(folder, part, name, 'node_modules'))
    }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'junction')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function follow(folder: string, { files, lines }: Recipe): void {
  for (const [file, text] of Object.entries(files)) write(join(folder, file), text)
  for (const { file, before, add } of lines) {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!text.includes(before)) throw new Error(`${file} has no place such as ${before}`)
    writeFileSync(
      join(folder, file),
      text.replace(before, () => add + before),
    )
  }
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Done> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => (said.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (said.stderr += text))
    child.once('close', (status) => resolve({ status, ...said }))
  })
}
