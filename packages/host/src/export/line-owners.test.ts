import { type Event, fact } from '@convene/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOwners } from './line-owners.ts'

const event = (one: object): Event => ({ ...one, seq: 1, at: 0 }) as never
const diff = (agent: string, text: string, id = 'a1', path: string | undefined = 'a.ts'): Event =>
  event(fact('artifact', { id, kind: 'diff', title: 'a.ts', ...(path && { path }), text }, { agent }))

type Splice = {
  readonly at: number
  readonly removes: number
  readonly added: readonly string[]
  readonly near: number
}

/** The unified diff of one splice, with `near` lines around it. A side without lines names the line before. */
function diffOf(lines: readonly string[], { at, removes, added, near }: Splice): string {
  const [from, to] = [Math.max(0, at - near), Math.min(lines.length, at + removes + near)]
  const signed = (sign: string, some: readonly string[]) => some.map((line) => `${sign}${line}\n`)
  const [above, gone, below] = [lines.slice(from, at), lines.slice(at, at + removes), lines.slice(at + removes, to)]
  const kept = above.length + below.length
  const side = (count: number) => `${count === 0 ? from : from + 1},${count}`
  const head = `--- a/a.ts\n+++ b/a.ts\n@@ -${side(kept + gone.length)} +${side(kept + added.length)} @@\n`
  return [head, ...signed(' ', above), ...signed('-', gone), ...signed('+', added), ...signed(' ', below)].join('')
}

const edits = fc.array(
  fc.record({
    agent: fc.constantFrom('ada', 'bert', 'cleo'),
    at: fc.nat(40),
    removes: fc.nat(6),
    adds: fc.nat(6),
    near: fc.nat(3),
  }),
  { maxLength: 12 },
)

test('every line belongs to the agent that wrote it, however later changes move it', () => {
  fc.assert(
    fc.property(edits, (all) => {
      let lines: readonly string[] = Array.from({ length: 20 }, (_, nth) => `user ${nth}`)
      const events: Event[] = []
      for (const [nth, { agent, at: wanted, removes, adds, near }] of all.entries()) {
        const at = Math.min(wanted, lines.length)
        const added = Array.from({ length: adds }, (_, line) => `${agent} ${nth}.${line}`)
        events.push(diff(agent, diffOf(lines, { at, removes, added, near })))
        lines = lines.toSpliced(at, removes, ...added)
      }
      const owned = lines.map(() => 'user')
      for (const { agent, from, to } of lineOwners(events).get('a.ts') ?? []) owned.fill(agent, from - 1, to)
      expect(owned).toEqual(lines.map((line) => line.split(' ')[0]))
    }),
  )
})

const added = '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n'

test('a new file belongs to its author', () => {
  expect([...lineOwners([diff('ada', added)])]).toEqual([['a.ts', [{ agent: 'ada', from: 1, to: 2 }]]])
})

test('of a file with a reverted change nobody says where its lines are', () => {
  const back = event(fact('artifact.reverted', { artifact: 'a1' }))
  expect(lineOwners([diff('ada', added), back]).get('a.ts')).toEqual([])
})

test('the changes of a step do not count a second time', () => {
  const step = diff('ada', added.replaceAll('two', 'three'), 'a2', '')
  expect(lineOwners([diff('ada', added), step]).get('a.ts')).toEqual([{ agent: 'ada', from: 1, to: 2 }])
})

test.each(['', 'no diff', '@@ -1 +1 @@\n-a', '--- a\n+++ b\n@@ -x,y +z @@\n+a'])(
  'a change that cannot be read has no lines: %j',
  (text) => {
    expect(lineOwners([diff('ada', text)]).get('a.ts')).toEqual([])
  },
)
