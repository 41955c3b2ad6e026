import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRoster } from './read-roster.ts'
import { hashes, read, squadTeam, workspaceWith } from './squad-workspace.fixture.ts'
import { writeSquad } from './write-squad.ts'

const roster = `# Till

## Members

### Ash — Tester

- **Charter:** \`.squad/agents/ash/charter.md\`

### 🏗️ **Keaton**

- **Role:** Lead
- **Charter:** [charter](.squad/agents/keaton/charter.md)

#### Notes

Owns the plan.

### Scribe

- **Role:** Session Logger

### Old Bo

- **Role:** Tester
- **Status:** Inactive

## Project Context

### Not a member

- **Role:** Nothing
`

const crew = {
  '.squad/team.md': roster,
  '.squad/agents/ash/charter.md': '# Ash\n\n- **Expertise:** fuzzing, load\n\nYou test.\n',
  '.squad/agents/keaton/charter.md': '# Keaton\n\nYou lead.\n',
}

const who = (text: string) => readRoster(text, 'shop').members.map(({ name, role }) => `${name} (${role})`)

test('members under headings are read by the same rules as a table', () => {
  expect(who(roster)).toEqual(['Ash (Tester)', 'Keaton (Lead)'])
  expect(readRoster(roster, 'shop').oddities).toEqual([])
})

test('without a Members heading, headings with a role and a charter name the members', () => {
  const text = '# Till\n\n## Ash\n**Role:** Tester\n**Charter:** agents/ash/charter.md\n\n## Goals\n\nShip.\n'
  expect(who(text)).toEqual(['Ash (Tester)'])
})

test('a table under Members wins over headings elsewhere', () => {
  const text = '# Till\n\n## Members\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n\n### Ash\n- **Role:** Tester\n'
  expect(who(text)).toEqual(['Ada (Lead)'])
})

test('a team under headings is written back in place: byte for byte, except where it changed', () => {
  const workspace = workspaceWith(crew)
  const before = hashes(workspace)
  const team = squadTeam(read(workspace))
  expect(writeSquad(workspace, team)).toMatchObject({ ok: true, value: { files: [] } })
  expect(hashes(workspace)).toEqual(before)
  const [ash, keaton] = team.members
  if (!ash || !keaton) throw new Error('two')
  const cy = { name: 'Cy', role: 'Writer', prompt: 'You write.' }
  expect(writeSquad(workspace, { ...team, members: [{ ...ash, role: 'Quality' }, keaton, cy] })).toMatchObject({
    ok: true,
  })
  const text = readFileSync(join(workspace, '.squad/team.md'), 'utf8')
  expect(who(text)).toEqual(['Ash (Quality)', 'Keaton (Lead)', 'Cy (Writer)'])
  expect(text).toContain('#### Notes\n\nOwns the plan.')
  expect(text).toContain('### Scribe')
  expect(text).not.toContain('| Name |')
  expect(writeSquad(workspace, { ...team, members: [keaton] })).toMatchObject({ ok: true })
  expect(who(readFileSync(join(workspace, '.squad/team.md'), 'utf8'))).toEqual(['Keaton (Lead)'])
})

test('a charter describes its member’s expertise', () => {
  const [ash] = read(workspaceWith(crew))?.members ?? []
  expect(ash).toMatchObject({ agent: { name: 'Ash', role: 'Tester', useFor: 'fuzzing, load' } })
})
