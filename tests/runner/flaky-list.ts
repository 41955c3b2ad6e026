import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Flaky } from './results.ts'

const folder = join(import.meta.dirname, '../../.cache/tests')
const file = join(folder, 'flaky.json')

/** Tests that were flaky since somebody last ran them fifty times. Both outputs are beside the list, as text. */
export function flakyTests(): readonly Flaky[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Flaky[]
  } catch {
    return []
  }
}

/** Adds to the list. A test that is on it keeps its newest outputs. Returns the file that holds the outputs. */
export function addFlaky(found: readonly Flaky[]): string {
  const isNew = (old: Flaky) => !found.some(({ file, name }) => file === old.file && name === old.name)
  write([...flakyTests().filter(isNew), ...found])
  return file
}

/** Takes a test off the list, or all tests of a file. */
export function removeFlaky(steady: { readonly file: string; readonly name: string }): void {
  write(flakyTests().filter(({ file, name }) => file !== steady.file || (steady.name !== '' && name !== steady.name)))
}

function write(list: readonly Flaky[]): void {
  mkdirSync(folder, { recursive: true })
  if (list.length === 0) rmSync(file, { force: true })
  else writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`)
}
