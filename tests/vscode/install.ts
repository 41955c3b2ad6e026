import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../.cache/vscode-host', import.meta.url))

/** The editors that the extension is tried in: code-server's versions are VS Code's, with a 4 in front. */
export const newest = '4.139.1'
export const oldest = '4.105.1'

export type Editor = { readonly program: string; readonly version: string }

/** A real VS Code from npm, installed once into the cache; or why it cannot be had. */
export function installEditor(version: string): Editor | { readonly missing: string } {
  if (process.platform === 'win32') return { missing: 'code-server does not run on Windows' }
  const folder = join(cache, version)
  const program = join(folder, 'node_modules/code-server/lib/vscode/out/server-main.js')
  if (existsSync(join(folder, 'complete'))) return { program, version }
  rmSync(`${folder}.part`, { recursive: true, force: true })
  mkdirSync(`${folder}.part`, { recursive: true })
  writeFileSync(join(`${folder}.part`, 'package.json'), '{ "name": "vscode-host", "private": true }')
  const why = install(`${folder}.part`, [`code-server@${version}`]) ?? installInside(`${folder}.part`)
  if (why !== undefined) return { missing: why }
  writeFileSync(join(`${folder}.part`, 'complete'), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(`${folder}.part`, folder)
  return { program, version }
}

/** VS Code brings its own list of packages. None of their install scripts is needed to serve it. */
function installInside(folder: string): string | undefined {
  const inside = join(folder, 'node_modules/code-server/lib/vscode')
  const manifest = join(inside, 'package.json')
  const listed = readFileSync(manifest, 'utf8')
  const watcher = /"@parcel\/watcher": "(git|parcel-bundler)[^"]*"/u
  if (watcher.test(listed)) {
    // The oldest one names a git host, which cannot be reached everywhere.
    writeFileSync(manifest, listed.replace(watcher, '"@parcel/watcher": "^2.5.1"'))
    rmSync(join(inside, 'npm-shrinkwrap.json'), { force: true })
  }
  return install(inside, ['--omit=dev'])
}

function install(folder: string, what: readonly string[]): string | undefined {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...what]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 300_000 })
  return status === 0 ? undefined : `npm could not install it: ${stderr.trim().split('\n')[0] ?? ''}`
}
