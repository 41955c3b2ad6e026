import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TeamToWrite } from '@convene/library'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Files, hashes, modelFor, read, squadTeam, workspaceWith } from './squad-workspace.fixture.ts'
import { varieties } from './varieties.fixture.ts'
import { writeSquad } from './write-squad.ts'

const memory: Files = {
  '.squad/agents/ada/history.md': '# History\r\n\r\nLearned.\r\n',
  '.squad/agents/bo/history.md': '\ufeff# History\n',
  '.squad/casting/registry.json': '{ "ada": 1 }\n',
  '.squad/decisions/inbox/ada-x.md': 'An idea.',
  '.squad/log/2026-01-01.md': 'Log',
  '.squad/skills/till/SKILL.md': '# Till',
  '.squad/agents/scribe/charter.md': '# Scribe',
}

const roster = `# Squad Team\r
\r
> till\r
\r
Our people, with love.  \r
\r
## Members\r
\r
| Emoji | Name | Role | Charter | Status |\r
|-------|------|------|---------|--------|\r
| 🏗️ | **Ada** | Lead | .squad/agents/ada/charter.md | ✅ Active |\r
| 📋 | Scribe | Session Logger | .squad/agents/scribe/charter.md | Silent |\r
| 🧪 | Bo | Tester | .squad/agents/bo/charter.md | ✅ Active |\r
\r
## Project Context\r
\r
- **Project:** till\r
`

const crew: Files = {
  ...memory,
  '.squad/team.md': roster,
  '.squad/agents/ada/charter.md': `# Ada — Lead\n\nYou lead.\n\n${'Long. '.repeat(1_000)}`,
  '.squad/agents/bo/charter.md': '# Bo — Tester\n\nYou test.\n',
  '.squad/decisions.md': '# Decisions\n\n### 2026-01-01: Old\nA\n\n### 2026-02-01: New\nB\n',
  '.squad/routing.md': '# Routing\n\nTests go to Bo.\n',
}

describe('writing a Squad team back', () => {
  test.each(varieties)('leaves every file as it is if nothing has changed: $title', ({ files }) => {
    const workspace = workspaceWith(files)
    const before = hashes(workspace)
    const written = writeSquad(workspace, squadTeam(read(workspace)))
    expect(written).toMatchObject({ ok: true, value: { files: [], alumni: [] } })
    expect(hashes(workspace)).toEqual(before)
  })

  test('writes only the changes, and leaves history, casting, inbox, log and skills untouched, byte for byte', () => {
    const workspace = workspaceWith(crew)
    const before = hashes(join(workspace, '.squad'))
    const team = squadTeam(read(workspace))
    const [ada, bo] = team.members
    if (!ada || !bo) throw new Error('two')
    const changed: TeamToWrite = {
      ...team,
      members: [
        { ...bo, role: 'Quality', prompt: '# Bo — Tester\n\nYou test twice.' },
        { name: 'Cy Vance', role: '', prompt: 'You are a careful writer of manuals. Write.', model: 'local/small' },
        ada,
      ],
      routingContext: 'All to Bo.',
    }
    const written = writeSquad(workspace, changed, { modelFor })
    expect(written).toMatchObject({
      ok: true,
      value: {
        files: ['agents/bo/charter.md', 'agents/cy-vance/charter.md', 'routing.md', 'team.md'],
        alumni: [],
        notes: [],
      },
    })
    const after = hashes(join(workspace, '.squad'))
    for (const file of [...Object.keys(memory), '.squad/agents/ada/charter.md', '.squad/decisions.md'])
      expect(after[file.replace('.squad/', '')], file).toBe(before[file.replace('.squad/', '')])
    expect(readFileSync(join(workspace, '.squad/team.md'), 'utf8')).toBe(
      roster
        .replace(
          '| 🏗️ | **Ada** | Lead | .squad/agents/ada/charter.md | ✅ Active |',
          '| 🧪 | Bo | Quality | .squad/agents/bo/charter.md | ✅ Active |',
        )
        .replace(
          '| 🧪 | Bo | Tester | .squad/agents/bo/charter.md | ✅ Active |',
          '| — | Cy Vance | careful writer of manuals | `.squad/agents/cy-vance/charter.md` | Active |\r\n| 🏗️ | **Ada** | Lead | .squad/agents/ada/charter.md | ✅ Active |',
        ),
    )
    expect(squadTeam(read(workspace))).toMatchObject({
      ...changed,
      members: [changed.members[0], { ...changed.members[1], role: 'careful writer of manuals' }, ada],
    })
  })

  test('moves a former member’s folder to the alumni, with its history', () => {
    const workspace = workspaceWith({ ...crew, '.squad/agents/_alumni/bo/charter.md': 'an older Bo' })
    const team = squadTeam(read(workspace))
    const history = readFileSync(join(workspace, '.squad/agents/bo/history.md'))
    const written = writeSquad(workspace, { ...team, members: team.members.slice(0, 1) })
    expect(written).toMatchObject({ value: { alumni: ['agents/_alumni/bo-2'] } })
    expect(existsSync(join(workspace, '.squad/agents/bo'))).toBe(false)
    expect(readFileSync(join(workspace, '.squad/agents/_alumni/bo-2/history.md')).equals(history)).toBe(true)
    expect(squadTeam(read(workspace)).members.map(({ name }) => name)).toEqual(['Ada'])
    expect(readFileSync(join(workspace, '.squad/team.md'), 'utf8')).toContain('| 📋 | Scribe |')
  })

  test('creates a folder if there is none, with plain names that omit the team’s', () => {
    const workspace = workspaceWith({})
    const team: TeamToWrite = {
      name: 'Code Review Team',
      mode: 'sequential',
      members: [
        { name: 'Code Review Team-worker-1', role: '', prompt: "You are an expert in *locks*. You're quick." },
        { name: '../../x', role: 'Ops | Infra', prompt: 'Run it.' },
        { name: 'Scribe', role: 'Scribe', prompt: 'Write.' },
      ],
      sharedContext: 'Be kind.',
      routingContext: '',
    }
    expect(writeSquad(workspace, team)).toMatchObject({ ok: true })
    expect(readdirSync(join(workspace, '.squad/agents')).sort()).toEqual(['scribe-agent', 'worker-1', 'x'])
    expect(existsSync(join(workspace, '.squad/routing.md'))).toBe(false)
    const found = squadTeam(read(workspace))
    expect(found).toMatchObject({ name: 'Code Review Team', mode: 'sequential', sharedContext: 'Be kind.' })
    expect(found.members.map(({ name, role }) => `${name}: ${role}`)).toEqual([
      'worker-1: expert in locks',
      'x: Ops | Infra',
      'Scribe Agent: Scribe work',
    ])
  })

  test('edits the older folder if that is the one in use', () => {
    const workspace = workspaceWith({
      '.ai-team/team.md': '# Till\n\n## Members\n\n| Name | Role |\n|---|---|\n| Ada | Lead |',
    })
    const team = squadTeam(read(workspace))
    writeSquad(workspace, {
      ...team,
      name: 'Squad',
      mode: 'broadcast',
      members: [{ name: 'Ada', role: 'Boss', prompt: 'Lead.' }],
    })
    expect(existsSync(join(workspace, '.squad'))).toBe(false)
    expect(read(workspace)).toMatchObject({
      name: 'Squad',
      mode: 'broadcast',
      members: [{ agent: { role: 'Boss', prompt: 'Lead.' } }],
    })
  })

  test('does not shorten a file of which the team has only a part', () => {
    const workspace = workspaceWith(crew)
    const team = squadTeam(read(workspace))
    const before = readFileSync(join(workspace, '.squad/agents/ada/charter.md'), 'utf8')
    const members = team.members.map((member) => (member.name === 'Ada' ? { ...member, prompt: 'You lead.' } : member))
    expect(writeSquad(workspace, { ...team, members })).toMatchObject({
      value: { files: [], unsaved: [expect.stringContaining('Edit Ada there by hand')] },
    })
    expect(readFileSync(join(workspace, '.squad/agents/ada/charter.md'), 'utf8')).toBe(before)
  })

  test('refuses a mode that Squad files do not support', () => {
    const workspace = workspaceWith(crew)
    expect(writeSquad(workspace, { ...squadTeam(read(workspace)), mode: 'panel' })).toMatchObject({
      ok: false,
      refusal: { code: 'bad_mode' },
    })
  })

  test('does not write through links to files or folders', () => {
    const outside = folderOf({ 'charter.md': 'theirs', 'routing.md': 'theirs' })
    const workspace = workspaceWith({
      '.squad/team.md': '# Till\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n| Bo | x |\n',
    })
    mkdirSync(join(workspace, '.squad/agents'))
    const team = squadTeam(read(workspace))
    symlinkSync(outside, join(workspace, '.squad/agents/ada'))
    const changed = { ...team, members: team.members.map((member) => ({ ...member, prompt: 'Mine.' })) }
    writeSquad(workspace, changed)
    symlinkSync(join(outside, 'routing.md'), join(workspace, '.squad/routing.md'))
    expect(writeSquad(workspace, { ...team, routingContext: 'mine' })).toMatchObject({
      ok: false,
      refusal: { code: 'outside' },
    })
    const linked = workspaceWith({})
    symlinkSync(outside, join(linked, '.squad'))
    expect(writeSquad(linked, team)).toMatchObject({ ok: false, refusal: { code: 'outside' } })
    expect(hashes(outside)).toEqual(hashes(folderOf({ 'charter.md': 'theirs', 'routing.md': 'theirs' })))
  })

  test('keeps a byte order mark', () => {
    const workspace = workspaceWith({
      '.squad/team.md': '\ufeff# Till\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n',
    })
    const team = squadTeam(read(workspace))
    writeSquad(workspace, { ...team, name: 'Shop' })
    expect([...readFileSync(join(workspace, '.squad/team.md')).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(read(workspace)?.name).toBe('Shop')
  })
})

test('nothing is written if a file is in the way', () => {
  const workspace = workspaceWith({})
  writeFileSync(join(workspace, '.squad'), 'a file')
  expect(
    writeSquad(workspace, {
      name: 'x',
      mode: 'reflect',
      members: [{ name: 'A', role: '', prompt: 'p' }],
      sharedContext: '',
      routingContext: '',
    }),
  ).toMatchObject({ ok: false })
})
