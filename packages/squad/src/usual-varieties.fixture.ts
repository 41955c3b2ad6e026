import { ada, bo, both, charter, members, type Variety } from './variety.fixture.ts'

/** Common ways to write a team: titles, columns, headings, line endings. */
export const usualVarieties: readonly Variety[] = [
  {
    title: 'its own title, and everything as the tool writes it',
    files: {
      '.squad/team.md': `# The Till

> Sells things.

## Coordinator

| Name | Role | Notes |
|------|------|-------|
| Squad | Coordinator | Routes work. |

${members}
## Coding Agent

<!-- copilot-auto-assign: false -->

| Name | Role | Charter | Status |
|------|------|---------|--------|
| @copilot | Coding Agent | — | 🤖 Coding Agent |

## Project Context

- **Project:** Till
`,
      ...ada,
      ...bo,
    },
    expected: { name: 'The Till', members: both },
  },
  {
    title: 'a title that says nothing, and a quote below it',
    files: { '.squad/team.md': `# Squad Team\n\n> till-service\n\n${members}`, ...ada, ...bo },
    expected: { name: 'till-service', members: both },
  },
  {
    title: 'a title that says nothing before a dash, and the project after it',
    files: { '.squad/team.md': `# TEAM ROSTER — Till & Stock\n\n> A quote.\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till & Stock', members: both },
  },
  {
    title: 'a title that says nothing, and a project in a list',
    files: {
      '.squad/team.md': `# Team\n\n${members}\n## Project Context\n\n- **Owner:** Kim\n- **Project:** Till, *the* shop\n`,
      ...ada,
      ...bo,
    },
    expected: { name: 'Till, the shop', members: both },
  },
  {
    title: 'a title that says nothing, and a project in a table',
    files: {
      '.squad/team.md': `# Squad\n\n## Project Context\n\n| Field | Value |\n|---|---|\n| **Project** | Till |\n\n${members}`,
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: both },
  },
  {
    title: 'no title at all: the name of the folder',
    files: { '.squad/team.md': members, ...ada, ...bo },
    expected: { name: 'shop', members: both },
  },
  {
    title: 'a long quote, cut to 80 characters',
    files: { '.squad/team.md': `# Team Roster\n\n> ${'word '.repeat(40)}\n\n${members}`, ...ada, ...bo },
    expected: { name: 'word '.repeat(16).trim(), members: both },
  },
  {
    title: 'columns in another order, with more of them',
    files: {
      '.squad/team.md': `# Till

## Members

| Emoji | Status | Role | Model | Name | Since |
|:-----:|--------|------|-------|------|------:|
| 🏗️ | Active | Lead | gpt-5 | 🏗️ Ada | 2026-01-01 |
| 🧪 | Active | Tester | — | **Bo** | 2026-01-02 |
| 💤 | Inactive | Writer | — | Cy | 2026-01-02 |
`,
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: both },
  },
  {
    title: 'links and code in cells, and charters named by them',
    files: {
      '.squad/team.md': `# Till

## Members

| Member | Role | Charter |
|--------|------|---------|
| [Ada](agents/lead-dev/charter.md) | [Lead](https://example.com/lead) | [charter](agents/lead-dev/charter.md) |
| \`Bo\` | Tester \\| QA | \`.squad/agents/bo/charter.md\` |
`,
      '.squad/agents/lead-dev/charter.md': charter('Ada', 'Lead'),
      ...bo,
    },
    expected: { name: 'Till', members: ['Ada (Lead)', 'Bo (Tester | QA)'] },
  },
  {
    title: 'Windows line endings and a byte order mark',
    files: {
      '.squad/team.md': `\ufeff${`# Squad Team\n\n> till\n\n${members}`.replaceAll('\n', '\r\n')}`,
      '.squad/agents/ada/charter.md': `\ufeff${charter('Ada', 'Lead').replaceAll('\n', '\r\n')}`,
      ...bo,
    },
    expected: { name: 'till', members: both },
  },
  {
    title: 'no Members heading: the first table with names that has members in it',
    files: {
      '.squad/team.md': `# Till

| Name | Role | Notes |
|------|------|-------|
| Squad | Coordinator | Routes work. |

## Roster

| Name | Role |
|------|------|
| Ada | Lead |
| Bo | Tester |
`,
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: both },
  },
  {
    title: 'no Members heading, and agents instead of names',
    files: {
      '.squad/team.md':
        '# Team — Till\n\n## Agents\n\n| Agent | Role |\n|---|---|\n| **ada** | Lead |\n| **bo** | Tester |\n\n## Folders\n\n| Path | Agent |\n|---|---|\n| src/ | ada |\n',
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: ['ada (Lead)', 'bo (Tester)'] },
  },
]
