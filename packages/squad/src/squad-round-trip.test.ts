import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashes, read, squadTeam, workspaceWith } from './squad-workspace.fixture.ts'
import { writeSquad } from './write-squad.ts'

const words = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9 .,'()-]{0,30}[A-Za-z0-9]$/u)
  .map((text) => text.replace(/\s+/gu, ' '))
const member = fc.record({
  name: fc.oneof(words, fc.string({ maxLength: 60 })),
  role: fc.oneof(words, fc.constant(''), fc.string({ maxLength: 70 })),
  prompt: fc.oneof(words, fc.string({ maxLength: 200 }), fc.constant('# X — Y\r\n\n- **Role:** Z')),
})
const anyTeam = fc.record({
  name: fc.oneof(words, fc.constantFrom('Team', 'Squad', 'Team — x', 'Squad Team - y')),
  mode: fc.constantFrom('broadcast', 'sequential', 'orchestrate', 'reflect'),
  members: fc.array(member, { minLength: 1, maxLength: 4 }),
  sharedContext: fc.oneof(words, fc.constant('')),
  routingContext: fc.oneof(words, fc.constant('')),
})

test('a role in braces is not mistaken for an unfilled placeholder', () => {
  const workspace = workspaceWith({})
  const members = [
    { name: 'Ada', role: '{}', prompt: 'Work.' },
    { name: 'Bo', role: '{Tester}', prompt: 'Test.' },
  ]
  const team = { name: 'A', mode: 'broadcast', members, sharedContext: '', routingContext: '' }
  expect(writeSquad(workspace, team)).toMatchObject({ ok: true })
  expect(squadTeam(read(workspace)).members.map(({ name }) => name)).toEqual(['Ada', 'Bo'])
})

test('whatever is written over whatever, it reads back as written, and writing it again changes nothing', () => {
  fc.assert(
    fc.property(anyTeam, anyTeam, (first, second) => {
      const workspace = workspaceWith({})
      for (const team of [first, second]) {
        expect(writeSquad(workspace, team)).toMatchObject({ ok: true })
        const found = squadTeam(read(workspace))
        expect(found).toMatchObject({
          name: team.name,
          mode: team.mode,
          sharedContext: team.sharedContext,
          routingContext: team.routingContext,
        })
        expect(found.members).toHaveLength(team.members.length)
        const before = hashes(workspace)
        expect(writeSquad(workspace, found)).toMatchObject({ ok: true, value: { files: [] } })
        expect(hashes(workspace)).toEqual(before)
      }
      expect(readdirSync(workspace).sort()).toEqual(['.squad', 'readme.md'])
    }),
    { numRuns: 60 },
  )
})
