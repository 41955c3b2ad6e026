import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

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
  return spawnSync(program, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0 ? program : undefined
}

async function unpacked(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  await mkdir(cache, { recursive: true })
  const { TMPDIR } = process.env
  process.env.TMPDIR = cache
  const { default: chromium } = await import('@sparticuz/chromium')
  const program = await chromium.executablePath()
  // Test folders must not be inside this repository, or its files would count as theirs.
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  return program
}
