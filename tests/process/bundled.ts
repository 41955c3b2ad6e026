import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { bundle } from '../../scripts/bundle/bundle.mjs'
import { beside } from '../../scripts/cli.mjs'

const root = join(import.meta.dirname, '../..')

/**
 * Programs of a test as bundles, for a file that starts many: from the sources, a start costs five times as much. They are
 * inside the repository, whose packages they find, and gone after the file. Returns the file of a program by its name.
 */
export async function bundledAll(programs: Readonly<Record<string, string>>): Promise<(name: string) => string> {
  const out = newFolder()
  await bundle({ entries: programs, out, external: beside })
  return (name) => join(out, `${name}.mjs`)
}

/** One program of a test as a bundle. */
export const bundled = async (program: string): Promise<string> => (await bundledAll({ main: program }))('main')

/** A folder inside the repository, where its packages are found, and nothing of it is after the file. */
export function newFolder(): string {
  const cache = join(root, '.cache/programs')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'program-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
