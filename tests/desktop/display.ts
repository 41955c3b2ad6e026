import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findWindowBrowser } from '@convene/desktop'

/** A virtual screen, and a browser that can show a window on it. */
export type Display = { readonly name: string; readonly browser: string; end(): void }

/** Opens a separate display, or says why it cannot. Installs Xvfb with apt if the process runs as root. */
export async function openDisplay(): Promise<Display | { readonly missing: string }> {
  if (process.platform !== 'linux') return { missing: 'Xvfb is for Linux' }
  if (!has('Xvfb') || !has('xdotool') || browser() === undefined) install()
  const found = browser()
  if (!has('Xvfb')) return { missing: 'Xvfb is not installed, and cannot be' }
  if (found === undefined) return { missing: 'Chromium is not installed, and cannot be' }
  const { child, name } = await start()
  return { name, browser: found, end: () => child.kill('SIGKILL') }
}

const browser = () => findWindowBrowser({ platform: 'linux', environment: process.env })
/** Whether a program is installed. */
export const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`))

function install(): void {
  if (process.getuid?.() !== 0 || !has('apt-get')) return
  const run = (...args: readonly string[]) =>
    spawnSync('apt-get', [...args], {
      stdio: 'ignore',
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  const packages = ['xvfb', 'chromium', 'xdotool']
  if (!run('install', '-y', '--no-install-recommends', ...packages)) {
    run('update')
    run('install', '-y', '--no-install-recommends', ...packages)
  }
}

/** The server chooses a free number and says which. */
function start(): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve({ child, name: `:${chunk.toString().trim()}` }))
    child.once('exit', () => reject(new Error('Xvfb ended')))
  })
}
