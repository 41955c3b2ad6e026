import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modelFor, read, squadTeam, workspaceWith } from './squad-workspace.fixture.ts'
import { writeSquad } from './write-squad.ts'

const team = '# Till\n\n## Members\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n'
const decisions = `# Squad Decisions

## Active

### 2026-02-01: Use SQLite
Because.

---

### 2026-01-01: Start small
Yes.

## Governance

Ask first.
`

const file = (workspace: string, name: string) => readFileSync(join(workspace, '.squad', name), 'utf8')

test('a new decision is added where the newest are, and the headings of decisions.md stay', () => {
  const workspace = workspaceWith({ '.squad/team.md': team, '.squad/decisions.md': decisions })
  const before = squadTeam(read(workspace))
  const sharedContext = `### 2026-03-01: Ship\nOn Friday.\n\n${before.sharedContext}`
  expect(writeSquad(workspace, { ...before, sharedContext })).toMatchObject({ value: { files: ['decisions.md'] } })
  expect(file(workspace, 'decisions.md')).toBe(
    decisions.replace('### 2026-02-01', '### 2026-03-01: Ship\nOn Friday.\n\n### 2026-02-01'),
  )
  expect(read(workspace)?.sharedContext).toBe(sharedContext)
})

test('if the newest decisions are at the end, a new one is added there, and only the missing one is removed', () => {
  const rising = '# Decisions\n\n### 2026-01-01: Old\nA\n\n### 2026-02-01: New\nB\n'
  const workspace = workspaceWith({ '.squad/team.md': team, '.squad/decisions.md': rising })
  const before = squadTeam(read(workspace))
  const sharedContext = '### 2026-03-01: Newest\nC\n\n### 2026-02-01: New\nB'
  writeSquad(workspace, { ...before, sharedContext })
  expect(file(workspace, 'decisions.md')).toBe('# Decisions\n\n### 2026-02-01: New\nB\n\n### 2026-03-01: Newest\nC\n')
})

test.each(['gpt-99', '`claude-opus-4.6` (deep thought)', 'local/small'])(
  'a charter keeps its preferred model as written when its prompt changes: %s',
  (written) => {
    const charter = `# Ada\n\nYou lead.\n\n## Model\n\n- **Preferred:** ${written}\n`
    const workspace = workspaceWith({ '.squad/team.md': team, '.squad/agents/ada/charter.md': charter })
    const before = squadTeam(read(workspace))
    const [ada] = before.members
    if (!ada) throw new Error('one')
    const prompt = ada.prompt.replace('You lead.', 'You lead well.')
    writeSquad(workspace, { ...before, members: [{ ...ada, prompt }] }, { modelFor })
    expect(file(workspace, 'agents/ada/charter.md')).toContain(
      `You lead well.\n\n## Model\n\n- **Preferred:** ${written}`,
    )
  },
)
