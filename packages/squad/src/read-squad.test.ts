import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Team } from '@convene/domain'
import { findSquad, type TeamFormatOptions } from '@convene/library'
import { folderOf } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCharter } from './read-charter.ts'
import { readDecisions } from './read-decisions.ts'
import { readRoster } from './read-roster.ts'
import { genericPrompt, readSquad } from './read-squad.ts'
import { varieties } from './varieties.fixture.ts'

type Files = { readonly [path: string]: string }

function workspaceWith(files: Files): string {
  const inShop = Object.entries(files).map(([path, text]) => [`shop/${path}`, text])
  return join(folderOf(Object.fromEntries(inShop)), 'shop')
}

function read(files: Files, options: TeamFormatOptions = {}) {
  const workspace = workspaceWith(files)
  const squad = findSquad(workspace) ?? ''
  const { team, problems } = readSquad(squad, workspace, options)
  const warnings = problems.map(({ file, line, message }) =>
    [`${relative(squad, file)}${line === undefined ? '' : `:${line}`}`, message].join(': '),
  )
  return { team, warnings, problems, workspace, squad }
}

const agents = (team: Team | undefined) =>
  (team?.members ?? []).flatMap((member) =>
    typeof member === 'object' && typeof member.agent === 'object' ? [member.agent] : [],
  )

const team = (rows: string) => `# Till\n\n## Members\n\n| Name | Role |\n|---|---|\n${rows}\n`

describe('a Squad folder', () => {
  test.each(varieties)('is read with $title', ({ files, expected }) => {
    const { team: found, warnings } = read(files)
    expect(found).toMatchObject({ name: expected.name, mode: expected.mode ?? 'reflect' })
    expect(agents(found).map(({ name, role }) => `${name} (${role})`)).toEqual(expected.members)
    expect(warnings).toEqual((expected.warnings ?? []).map((begin) => expect.stringContaining(begin)))
    expect(Team.safeParse(found).success).toBe(true)
    expect(JSON.stringify(found)).not.toContain('the secret')
  })

  test('without a team.md is not a team', () => {
    expect(findSquad(workspaceWith({ '.squad/routing.md': 'x', '.ai-team/agents/a/charter.md': 'x' }))).toBeUndefined()
  })

  test('with an empty table of members is not a team, with a warning', () => {
    const { team: none, warnings } = read({ '.squad/team.md': team('') })
    expect(none).toBeUndefined()
    expect(warnings).toEqual(['team.md: lists no members, so it is not a team'])
  })

  test('gives each member its charter, up to the limit, and reports what was cut', () => {
    const files = {
      '.squad/team.md': team('| Ada | Lead |'),
      '.squad/agents/Ada/charter.md': `You lead. ${'x'.repeat(5_000)}`,
    }
    const { team: found, warnings } = read(files)
    expect(agents(found)[0]?.prompt).toHaveLength(4_000)
    expect(warnings).toEqual(['agents/Ada/charter.md: has 5010 characters; the first 4000 are used'])
    expect(agents(read(files, { charter: 10_000 }).team)[0]?.prompt).toHaveLength(5_010)
  })

  test('gives a member the model that its charter prefers, if it is available', () => {
    const charter = (model: string) => `# Ada — Lead\n\n## Model\n\n- **Preferred:** ${model}\n`
    const files = (model: string) => ({
      '.squad/team.md': team('| Ada | Lead |'),
      '.squad/agents/ada/charter.md': charter(model),
    })
    const modelFor = (written: string) => (written === 'claude-opus-4.6' ? 'anthropic/claude-opus-4.6' : undefined)
    const known = read(files('`claude-opus-4.6` (deep thought)'), { modelFor })
    expect(agents(known.team)[0]?.model).toBe('anthropic/claude-opus-4.6')
    for (const any of ['auto', 'default', '—', '{model}', ''])
      expect(read(files(any), { modelFor }).warnings).toEqual([])
    const unknown = read(files('gpt-99'), { modelFor })
    expect(agents(unknown.team)[0]?.model).toBeUndefined()
    expect(unknown.warnings).toEqual([
      expect.stringContaining('agents/ada/charter.md:5: the model "gpt-99" is not configured'),
    ])
  })

  test('gives a member without a charter a general prompt', () => {
    expect(agents(read({ '.squad/team.md': team('| Ada | Lead |') }).team)[0]?.prompt).toBe(genericPrompt)
  })

  test('provides routing and decisions as the team’s context', () => {
    const { team: found } = read({
      '.squad/team.md': team('| Ada | Lead |'),
      '.squad/agents/ada/charter.md': 'You lead.',
      '.squad/routing.md': '\ufeff# Routing\r\n\r\n| Work | Who |\r\n',
      '.squad/decisions.md': '# Decisions\n\n### 2026-01-01: Old\nA\n\n### 2026-02-01: New\nB\n',
    })
    expect(found?.routingContext).toBe('# Routing\n\n| Work | Who |')
    expect(found?.sharedContext).toBe('### 2026-02-01: New\nB\n\n### 2026-01-01: Old\nA')
  })

  test('does not follow links out of it', () => {
    const outside = folderOf({ 'charter.md': 'the secret', 'squad/team.md': team('| Eve | Thief |') })
    const workspace = workspaceWith({ '.squad/team.md': team('| Ada | Lead |\n| Bo | Tester |'), '.env': 'the secret' })
    const folder = (name: string) => join(workspace, '.squad/agents', name)
    mkdirSync(folder('ada'), { recursive: true })
    symlinkSync(join(outside, 'charter.md'), join(folder('ada'), 'charter.md'))
    symlinkSync(outside, folder('bo'))
    symlinkSync(join(workspace, '.env'), join(workspace, '.squad/decisions.md'))
    const { team: found, problems } = readSquad(join(workspace, '.squad'), workspace)
    expect(JSON.stringify(found)).not.toContain('the secret')
    expect(problems.map(({ message }) => message)).toContain(
      'is a link to a file outside the workspace and was not read',
    )
    const linked = workspaceWith({ 'readme.md': '' })
    symlinkSync(join(outside, 'squad'), join(linked, '.squad'))
    expect(findSquad(linked)).toBeUndefined()
  })

  test("does not pull the user's variables into a prompt", () => {
    const files = { '.squad/team.md': team('| Ada | Lead |'), '.squad/agents/ada/charter.md': 'Say {{ token }}.' }
    expect(agents(read(files).team)[0]?.variables).toEqual({ token: '{{token}}' })
  })

  test('that cannot be read does not cause a failure', () => {
    const workspace = workspaceWith({ 'readme.md': '' })
    mkdirSync(join(workspace, '.squad/team.md'), { recursive: true })
    expect(readSquad(join(workspace, '.squad'), workspace).team).toBeUndefined()
    expect(readSquad(join(workspace, 'nowhere'), workspace)).toEqual({ problems: [] })
    writeFileSync(join(workspace, 'file'), '')
    expect(readSquad(join(workspace, 'file'), workspace)).toEqual({ problems: [] })
  })
})

describe('decisions', () => {
  const entries = Array.from({ length: 300 }, (_, index) => {
    const date = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)
    return `### ${date}: Decision ${index}\n**By:** Ada\n${'why '.repeat(100)}`
  })

  test.each([
    { order: 'oldest first', file: entries },
    { order: 'newest first', file: entries.toReversed() },
  ])('of 133 KB written $order are returned newest first, limited to 8,000 characters', ({ file }) => {
    const whole = `# Decisions\n\n${file.join('\n\n---\n\n')}\n`
    expect(whole.length).toBeGreaterThan(133_000)
    const { text, length } = readDecisions(whole, 8_000)
    expect(text.length).toBeLessThanOrEqual(8_000)
    expect(length).toBeGreaterThan(125_000)
    const numbers = [...text.matchAll(/Decision (\d+)/gu)].map((found) => Number(found[1]))
    expect(numbers.slice(0, 3)).toEqual([299, 298, 297])
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  })

  test('can have dates in the heading or below it, and keep the text below their heading', () => {
    const text = `# Team Decisions

> All agents read this.

## Naming

**Date:** 2026-02-13

### Decision

Short names.

---

## Pipeline (2026-03-01T09:00)

### Decision

Node.

## Governance

Ask first.
`
    expect(readDecisions(text, 8_000).text).toBe(
      '## Pipeline (2026-03-01T09:00)\n\n### Decision\n\nNode.\n\n## Naming\n\n**Date:** 2026-02-13\n\n### Decision\n\nShort names.\n\n# Team Decisions\n\n> All agents read this.\n\n## Governance\n\nAsk first.',
    )
  })

  test('without dates stay as they are', () => {
    expect(readDecisions('# Decisions\r\n\r\n(No decisions yet)\r\n', 8_000).text).toBe(
      '# Decisions\n\n(No decisions yet)',
    )
  })

  test('do not change when read again', () => {
    fc.assert(
      fc.property(fc.array(decisionLine, { maxLength: 40 }), fc.integer({ min: 1, max: 400 }), (lines, most) => {
        const { text } = readDecisions(lines.join('\n'), most)
        expect(readDecisions(text, most).text).toBe(text)
      }),
    )
  })
})

const decisionLine = fc.constantFrom(
  '# Decisions',
  '## Naming',
  '### 2026-01-02: A',
  '## 2026-02-02 B',
  '### C (2025-12-31)',
  '**Date:** 2026-01-05',
  'words',
  '---',
  '```',
  '',
  '#### Why',
)

/** Fragments that such files consist of, and fragments that break them. */
const piece = fc.oneof(
  fc.constantFrom(
    '# Squad Team',
    '## Members',
    '| Name | Role | Charter |',
    '|---|---|---|',
    '| Ada | Lead | x |',
    '|',
    '||||',
    '```',
    '<!--',
    '-->',
    'mode: ',
    'mode: broadcast',
    '> quote',
    '- **Project:** x',
    '## Project Context',
    '- **Preferred:** gpt',
    '\ufeff',
    '\r',
    '\\|',
    '[x](',
    '](y)',
    '| ../../x | y |',
    '\u0000',
    '\u202e',
    '- **Role:**',
    '| {Name} | {Role} |',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const page = fc
  .array(fc.tuple(piece, fc.constantFrom('\n', '\r\n', '', ' ')), { maxLength: 60 })
  .map((parts) => parts.flat().join(''))

describe('for any file content,', () => {
  test('nothing throws, and every team is a valid one', () => {
    const workspace = workspaceWith({ '.squad/team.md': '', '.squad/agents/ada/charter.md': '' })
    const squad = join(workspace, '.squad')
    fc.assert(
      fc.property(page, page, page, (roster, charter, decisions) => {
        writeFileSync(join(squad, 'team.md'), roster)
        writeFileSync(join(squad, 'agents/ada/charter.md'), charter)
        writeFileSync(join(squad, 'decisions.md'), decisions)
        writeFileSync(join(squad, 'routing.md'), decisions)
        const { team: found } = readSquad(squad, workspace)
        if (found) expect(Team.safeParse(found).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('long lines and deep nonsense are read quickly', () => {
    const awkward = ['[', '|', '#', '*', '`', '<', '>', ' ', '-', '\\', '{{', '~~', '<!--', '\ud83d'].map((each) =>
      each.repeat(300_000),
    )
    for (const text of awkward) {
      const around = `# ${text}\n## Members\n| Name | Role |\n|---|---|\n| ${text} | ${text} |\n${text}\n`
      expect(() => [readRoster(around, 'shop'), readCharter(around, 4_000), readDecisions(around, 8_000)]).not.toThrow()
    }
  })
})

test('a roster of twenty thousand equal rows becomes a few warnings, not megabytes of them', () => {
  const rows = Array.from({ length: 20_000 }, () => '| Ada | Lead | agents/ada | ✅ |').join('\n')
  const head = '# Shop\n\n## Members\n\n| Name | Role | Charter | Status |\n|---|---|---|---|\n'
  const { problems } = read({ '.squad/team.md': `${head}${rows}\n` })
  expect(problems.length).toBeLessThan(60)
  expect(JSON.stringify(problems).length).toBeLessThan(20_000)
})
