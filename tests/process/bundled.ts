import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { bundle } from '../../scripts/bundle/bundle.mjs'
import { beside } from '../../scripts/cli.mjs'

const root = join(import.meta.dirname, '../..')

/**
 * A program of a test as one bundle, for a file that starts it often: from the sources, a start costs five times as much.
 * It is inside the repository, whose packages it finds, and gone after the file.
 */
export async function bundled(program: string): Promise<string> {
  const cache = join(root, '.cache/programs')
  mkdirSync(cache, { recursive: true })
  const out = mkdtempSync(join(cache, 'program-'))
  afterAll(() => rmSync(out, { recursive: true, force: true }))
  await bundle({ entries: { main: program }, out, external: beside })
  return join(out, 'main.mjs')
}
