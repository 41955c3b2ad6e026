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

/** A history of several years: far more than a team takes from it. */
const entries = Array.from({ length: 60 }, (_, index) => {
  const day = String(60 - index).padStart(2, '0')
  const date = Number(day) > 30 ? `2026-02-${String(Number(day) - 30).padStart(2, '0')}` : `2026-01-${day}`
  return `### ${date}: Decision ${day}\n\n${'Because of this. '.repeat(20).trim()}\n`
})
const falling = `# Squad Decisions\n\n## Active Decisions\n\n${entries.join('\n')}\n## Governance\n\nAsk first.\n`
const rising = `# Squad Decisions\n\n## Active Decisions\n\n${entries.toReversed().join('\n')}\n## Governance\n\nAsk first.\n`
const fresh = '### 2026-11-17: Ship\n\nOn Friday.'

const saved = (text: string, change: (context: string) => string) => {
  const workspace = workspaceWith({ '.squad/team.md': team, '.squad/decisions.md': text })
  const before = squadTeam(read(workspace))
  const written = writeSquad(workspace, { ...before, sharedContext: change(before.sharedContext) })
  return { written, file: readFileSync(join(workspace, '.squad/decisions.md'), 'utf8') }
}

test.each([
  ['newest first', falling, (text: string) => text.replace('### 2026-02-30', `${fresh}\n\n### 2026-02-30`)],
  ['newest last', rising, (text: string) => text.replace('## Governance', `${fresh}\n\n## Governance`)],
])('a decision reaches a decisions.md of any length, %s, and no other line changes', (_order, text, expected) => {
  for (const add of [(known: string) => `${fresh}\n\n${known}`, (known: string) => `${known}\n\n${fresh}\n`]) {
    const { written, file } = saved(text, add)
    expect(written).toMatchObject({ value: { files: ['decisions.md'], unsaved: [] } })
    expect(file).toBe(expected(text))
  }
})

test.each([
  ['\n', falling],
  ['\r\n', falling.replaceAll('\n', '\r\n')],
])('a note without a date is added at the end of decisions.md, with line ends %j', (end, text) => {
  const { written, file } = saved(text, (known) => `${known}\n\nWe use tabs.`)
  expect(written).toMatchObject({ value: { unsaved: [] } })
  expect(file).toBe(`${text}${end}We use tabs.${end}`)
})

test('a changed decision is changed in its place, and one that the team has only in part is not, and said', () => {
  const changed = saved(falling, (known) => known.replace('Because of this.', 'Because of that.'))
  expect(changed.file).toBe(falling.replace('Because of this.', 'Because of that.'))
  const cut = saved(falling, (known) => `${known.slice(0, -20)} and more`)
  expect(cut.file).toBe(falling)
  expect(cut.written).toMatchObject({ value: { files: [], unsaved: [expect.stringContaining('Edit it by hand')] } })
})

test('a file without dates gets a new section at its end', () => {
  const text = '# Decisions\n\n## Tabs\n\nYes.\n'
  expect(saved(text, (known) => `${known}\n\n## Semicolons\n\nNo.`).file).toBe(`${text}\n## Semicolons\n\nNo.\n`)
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
