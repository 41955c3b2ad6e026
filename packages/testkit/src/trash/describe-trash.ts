import type { Trash } from '@convene/engine'
import { type Contract, describeContract } from '../contract/describe-contract.ts'

/** The trash as two processes see it. */
export type TrashFixture = { readonly mine: Trash; readonly theirs: Trash; close(): Promise<void> }

/** Every promise of the `Trash` port, as tests. */
export function describeTrash(name: string, open: () => Promise<TrashFixture>): Promise<void> {
  return describeContract(`trash in ${name}`, open, promises)
}

const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251)
const HOUR_MS = 3_600_000

const promises: Contract<TrashFixture> = {
  'returns to one process what another has put, until it is removed': async ({ mine, theirs }, expect) => {
    await mine.put('a.jsonl', bytes, 'A title')
    expect(Buffer.from((await theirs.get('a.jsonl')) ?? []).equals(bytes)).toBe(true)
    expect((await theirs.list()).map(({ name }) => name)).toEqual(['a.jsonl'])
    await theirs.remove('a.jsonl')
    await theirs.remove('a.jsonl')
    expect([await mine.get('a.jsonl'), await mine.list()]).toEqual([undefined, []])
  },
  'keeps the newest under a name': async ({ mine, theirs }, expect) => {
    await mine.put('a.jsonl', bytes)
    await mine.put('a.jsonl', bytes.subarray(1))
    expect((await theirs.get('a.jsonl'))?.length).toBe(bytes.length - 1)
    expect(await theirs.list()).toHaveLength(1)
  },
  'says when and where, and the title only if it is the given one': async ({ mine, theirs }, expect) => {
    await mine.put('a.jsonl', bytes, 'NUL \0 and “quotes”')
    const [entry] = await theirs.list()
    expect(Math.abs((entry?.at ?? 0) - Date.now())).toBeLessThan(HOUR_MS)
    expect(entry?.where).toContain('a.jsonl')
    expect([undefined, 'NUL  and “quotes”']).toContain(entry?.title)
  },
  'drops old entries and nothing else': async ({ mine, theirs }, expect) => {
    await mine.put('a.jsonl', bytes)
    await theirs.empty(Date.now() - HOUR_MS)
    expect(await mine.list()).toHaveLength(1)
    await Promise.all([mine.empty(Date.now() + HOUR_MS), theirs.empty(Date.now() + HOUR_MS)])
    expect(await mine.list()).toEqual([])
  },
}
