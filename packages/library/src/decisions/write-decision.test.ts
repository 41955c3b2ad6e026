import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Adr, adrText } from '@convene/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeDecision } from './write-decision.ts'

let workspace = ''
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'convene-decisions-'))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

const adr = (more: Partial<Adr> = {}): string =>
  adrText({
    title: 'Where do we store it?',
    status: 'accepted',
    context: 'Sessions must survive a crash.',
    options: ['SQLite', 'Postgres'],
    decision: 'SQLite',
    rationale: '2 of 3 votes.',
    consequences: 'One file to back up.',
    participants: [{ name: 'Ada', option: 'SQLite', reason: 'One file.', confidence: 80 }],
    counts: [],
    date: Date.UTC(2026, 0, 2),
    ...more,
  })
const folder = () => join(workspace, 'docs', 'decisions')
const files = () => readdirSync(folder()).sort()
const written = async (text: string) => {
  const result = await writeDecision(workspace, text)
  return result.ok ? result.value : result.refusal.code
}

describe('a decision record in the workspace', () => {
  test('says when to review it, if known', async () => {
    await written(adr({ reviewBy: Date.UTC(2026, 1, 1) }))
    expect(readFileSync(join(folder(), '0001-where-do-we-store-it.md'), 'utf8')).toMatch(
      /\n### Review by\n\n2026-02-01\n$/,
    )
  })

  test('is a MADR document', async () => {
    expect(await written(adr())).toEqual({ path: 'docs/decisions/0001-where-do-we-store-it.md', isNew: true })
    expect(readFileSync(join(folder(), '0001-where-do-we-store-it.md'), 'utf8')).toMatchInlineSnapshot(`
      "---
      status: accepted
      date: 2026-01-02
      ---

      # Where do we store it?

      ## Context and Problem Statement

      Sessions must survive a crash.

      ## Considered Options

      * SQLite
      * Postgres

      ## Decision Outcome

      Chosen option: "SQLite", because:

      2 of 3 votes.

      ### Consequences

      One file to back up.

      ## More Information

      ### Participants and votes

      - Ada: SQLite (confidence 80). One file.

      ### Dissent

      None.
      "
    `)
  })

  test('gets the next number, no matter which numbers exist', async () => {
    mkdirSync(folder(), { recursive: true })
    for (const name of ['0001-a.md', '0041-b.md', 'notes.md', '0099-c.txt']) writeFileSync(join(folder(), name), name)
    expect(await written(adr())).toMatchObject({ path: 'docs/decisions/0042-where-do-we-store-it.md' })
    expect(readFileSync(join(folder(), '0041-b.md'), 'utf8')).toBe('0041-b.md')
  })

  test('is not written twice', async () => {
    await written(adr())
    expect(await written(adr())).toEqual({ path: 'docs/decisions/0001-where-do-we-store-it.md', isNew: false })
    expect(files()).toHaveLength(1)
  })

  test('is not overwritten, even if two want the same name at the same time', async () => {
    const all = await Promise.all(['a', 'b', 'c'].map((rationale) => written(adr({ rationale }))))
    expect(new Set(all.map((one) => (typeof one === 'string' ? one : one.path))).size).toBe(3)
    expect(files()).toHaveLength(3)
  })

  test.each([
    ['../../../etc/passwd', '0001-etc-passwd.md'],
    ['..', '0001-decision.md'],
    ['a/b\\c:d*e?f"g<h>i|j', '0001-a-b-c-d-e-f-g-h-i-j.md'],
    ['Ünïcödé', '0001-unicode.md'],
    ['日本語', '0001-decision.md'],
    ['\u0000\u001b[31mred', '0001-red.md'],
    ['x'.repeat(500), `0001-${'x'.repeat(60)}.md`],
  ])('gets a safe name for the title %j', async (title, name) => {
    await written(adr({ title }))
    expect(files()).toEqual([name])
  })

  test.each(['docs', 'docs/decisions'])('is not written if %s leads out of the workspace', async (link) => {
    const outside = mkdtempSync(join(tmpdir(), 'convene-outside-'))
    if (link.includes('/')) mkdirSync(join(workspace, 'docs'))
    symlinkSync(outside, join(workspace, link))
    expect(await written(adr())).toBe('outside_workspace')
    expect(readdirSync(outside).filter((name) => name.endsWith('.md'))).toEqual([])
    rmSync(outside, { recursive: true })
  })

  test('is refused with a reason if there is a file in the way', async () => {
    writeFileSync(join(workspace, 'docs'), '')
    expect(await written(adr())).toBe('not_written')
  })
})
