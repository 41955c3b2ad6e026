import { anchorOf, aroundOf, knownLinesIn, readPatch } from '@convene/domain'
import { git, put, repositoryWith } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const numRuns = process.env.CONVENE_LONG === undefined ? 12 : 300

type Line = { readonly id: number; readonly text: string }

const edits = fc.record({ at: fc.nat(40), removes: fc.nat(3), adds: fc.nat(4) })
/** A file of some lines, and its later versions: each comes from the one before by a few edits. */
const histories = fc.record({
  lines: fc.integer({ min: 1, max: 30 }),
  versions: fc.array(fc.array(edits, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
})

/** The versions of a file. Each line keeps its id as long as it is the same line. */
function versionsOf(
  { lines, versions }: typeof histories extends fc.Arbitrary<infer T> ? T : never,
  textOf: (id: number) => string,
) {
  let next = 0
  const made = (count: number): Line[] =>
    Array.from({ length: count }, () => {
      next += 1
      return { id: next, text: textOf(next) }
    })
  const all: (readonly Line[])[] = [made(lines)]
  for (const changes of versions) {
    const now = [...(all.at(-1) ?? [])]
    for (const { at, removes, adds } of changes) now.splice(Math.min(at, now.length), removes, ...made(adds))
    all.push(now)
  }
  return all
}

const fileOf = (lines: readonly Line[]): string => lines.map(({ text }) => `${text}\n`).join('')

/** The patch of each version against the one before, as git writes it. */
function patchesOf(versions: readonly (readonly Line[])[]): readonly string[] {
  const repository = repositoryWith({ 'a.txt': fileOf(versions[0] ?? []) })
  return versions.slice(1).map((lines) => {
    put(repository, { 'a.txt': fileOf(lines) })
    const patch = git(repository, 'diff', '--no-color')
    git(repository, 'commit', '--quiet', '--all', '--allow-empty', '--message=next')
    return patch
  })
}

describe('a comment on a line, through the history of its file', () => {
  test('is where its line is, says that it moved, or says that the line is gone', () => {
    fc.assert(
      fc.property(histories, fc.nat(29), (history, chosen) => {
        const versions = versionsOf(history, (id) => `line ${id}`)
        const [first = []] = versions
        const commented = first[chosen % first.length] as Line
        const line = first.indexOf(commented) + 1
        const comment = {
          line,
          around: aroundOf(
            first.map(({ text }) => text),
            line,
          ),
        }
        for (const now of versions.slice(1)) {
          const at = now.findIndex(({ id }) => id === commented.id) + 1
          const expected =
            at === 0 ? { state: 'gone', line: null } : { state: at === line ? 'here' : 'moved', line: at }
          expect(
            anchorOf(
              comment,
              now.map(({ text }) => text),
            ),
          ).toEqual(expected)
        }
      }),
      { numRuns: numRuns * 20 },
    )
  })

  test('is never on a line with another text, however often a text is repeated', () => {
    fc.assert(
      fc.property(histories, fc.nat(29), (history, chosen) => {
        const versions = versionsOf(history, (id) => ['}', 'a b', '', 'return'][id % 4] ?? '')
        const [first = []] = versions
        const line = (chosen % first.length) + 1
        const around = aroundOf(
          first.map(({ text }) => text),
          line,
        )
        for (const now of versions.slice(1)) {
          const { state, line: at } = anchorOf(
            { line, around },
            now.map(({ text }) => text),
          )
          if (at !== null) expect(now[at - 1]?.text).toBe(around?.quote)
          expect([state === 'here', state === 'gone']).toEqual([at === line, at === null])
        }
      }),
      { numRuns: numRuns * 20 },
    )
  })

  test('knows from the patches that its reviewer has read what the file says there', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(1, 3, 1_000), (history, kinds) => {
        const versions = versionsOf(history, (id) => `line ${id % kinds}`)
        const patches = patchesOf(versions)
        for (let read = 1; read <= patches.length; read += 1) {
          const now = versions[read] ?? []
          const known = knownLinesIn(readPatch(patches.slice(0, read).join('\n')), 'a.txt')
          for (const [line, text] of known) expect(now[line - 1]?.text).toBe(text)
        }
      }),
      { numRuns },
    )
  })
})
