import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WireEvent } from '@convene/domain'

/** A scripted example that ships with the product, recorded from the real engine: no model was called. */
export type ExampleInfo = {
  readonly slug: string
  readonly title: string
  readonly text: string
  readonly goal: string
  readonly mode: string
  readonly team: string
}

const folder = join(import.meta.dirname, 'recorded')

/** All examples, in the order in which they are offered. */
export async function listExamples(): Promise<readonly ExampleInfo[]> {
  return JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
}

/** An example's log, or undefined if the example is unknown. */
export async function readExample(slug: string): Promise<readonly WireEvent[] | undefined> {
  const known = (await listExamples()).find((example) => example.slug === slug)
  if (!known) return undefined
  const text = await readFile(join(folder, `${known.slug}.jsonl`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WireEvent)
}
