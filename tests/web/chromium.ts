import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from 'playwright-core'

const cache = fileURLToPath(new URL('../../.cache/chromium', import.meta.url))

let found: Promise<string | undefined> | undefined

/** A browser for tests: the one in CHROMIUM_PATH, else the one from npm, unpacked once. Undefined if none runs. */
export function testChromium(): Promise<string | undefined> {
  found ??= find()
  return found
}

async function find(): Promise<string | undefined> {
  const program = process.env.CHROMIUM_PATH ?? (await unpacked().catch(() => undefined))
  if (program === undefined || !existsSync(program)) return undefined
  return spawnSync(program, ['--version', '--no-sandbox']).status === 0 ? program : undefined
}

async function unpacked(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(cache)) await unpack()
  return inFolder(cache)
}

/**
 * Unpacked elsewhere and moved as a whole: another process would mistake a half-written browser for one that does not
 * run.
 */
async function unpack(): Promise<void> {
  const own = `${cache}-${process.pid}`
  await mkdir(own, { recursive: true })
  await inFolder(own)
  await rename(own, cache).catch(() => rm(own, { recursive: true, force: true }))
}

/** The browser in this folder, unpacked if it is not there. */
async function inFolder(folder: string): Promise<string> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    // Test folders must not be inside this repository, or its files would count as theirs.
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

const GIGABYTE = 2 ** 30

/** Our own arguments: the package's defaults share one process and switch off the web's own rules. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
]

/** Starts the browser for tests as `launch` does, or returns undefined if none runs. */
export async function launchChromium<Started>(
  launch: (options: LaunchOptions) => Promise<Started>,
): Promise<Started | undefined> {
  const executablePath = await testChromium()
  return executablePath === undefined
    ? undefined
    : launch({ executablePath, args, ignoreDefaultArgs: withoutDefaults() })
}

/**
 * A browser's processes share data in memory if there is enough of it. Otherwise they use files, which is Playwright's
 * default: in a container, the shared memory may be too small, and a page crashes.
 */
const withoutDefaults = (): string[] => (hasSharedMemory() ? ['--disable-dev-shm-usage'] : [])

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= GIGABYTE
  } catch {
    return false
  }
}
