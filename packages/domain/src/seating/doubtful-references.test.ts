import { expect, test } from 'vitest'
import { seat } from '../session/session.fixture.ts'
import { doubtfulReferences } from './doubtful-references.ts'

const explore = seat('explore', { category: 'subagent' })
const doubts = (...agents: readonly ReturnType<typeof seat>[]) =>
  doubtfulReferences(agents, { tools: ['read', 'grep', 'webfetch'], agents: [...agents, explore] }).map(
    ({ slug, message }) => `${slug}: ${message}`,
  )

test('known names are not reported', () => {
  const tools = {
    only: ['read', 'task', 'web*', 'mcp_notes_find', 'editor_run'],
    overrides: { read: { maxOutput: 9 } },
  }
  expect(doubts(seat('a', { tools, spawns: ['explore'], delegates: ['B'] }), seat('b', { spawns: ['*'] }))).toEqual([])
})

test.each([
  [{ tools: { only: ['raed'] } }, 'a: tools.only: unknown tool "raed". Did you mean "read"?'],
  [{ tools: { except: ['x*'] } }, 'a: tools.except: unknown tool "x*".'],
  [{ tools: { only: [], overrides: { bsah: {} } } }, 'a: tools.overrides: unknown tool "bsah".'],
  [{ spawns: ['explorer'] }, 'a: spawns: unknown subagent "explorer". Did you mean "explore"?'],
  [{ delegates: ['nobody'] }, 'a: delegates: unknown agent "nobody".'],
  [{ delegates: ['a'] }, 'a: delegates: an agent cannot delegate to itself.'],
  [{ tools: { only: ['read', 'read'] } }, 'a: tools.only: "read" is listed twice.'],
  [{ spawns: ['explore', 'explore'] }, 'a: spawns: "explore" is listed twice.'],
])('a doubtful reference in %j is reported', (fields, message) => expect(doubts(seat('a', fields))).toContain(message))

test('circular delegation and duplicate names are reported', () => {
  const found = doubts(
    seat('a', { delegates: ['b'] }),
    seat('b', { delegates: ['c'] }),
    seat('c', { delegates: ['a'], name: 'A' }),
  )
  expect(found).toEqual(['c: "A" is also the name of a.', 'a: delegates: circular delegation: a → b → c → a.'])
})

test('no tool is reported if the known tools are unavailable', () => {
  expect(doubtfulReferences([seat('a', { tools: { only: ['x'] } })], { tools: undefined, agents: [] })).toEqual([])
})
