/** One way in which a Squad folder is written, and the team that it is. */
export type Variety = {
  readonly title: string
  /** Paths in the workspace `shop`. */
  readonly files: { readonly [path: string]: string }
  readonly expected: {
    readonly name: string
    readonly mode?: string
    /** `Name (role)` of each member, in order. */
    readonly members: readonly string[]
    /** Each warning begins with its file and line. */
    readonly warnings?: readonly string[]
  }
}

const charter = (name: string, role: string) => `# ${name} — ${role}

> Does the work.

## Identity

- **Name:** ${name}
- **Role:** ${role}

## Model

- **Preferred:** auto
`

const ada = { '.squad/agents/ada/charter.md': charter('Ada', 'Lead') }
const bo = { '.squad/agents/bo/charter.md': charter('Bo', 'Tester') }

const members = `## Members

| Name | Role | Charter | Status |
|------|------|---------|--------|
| Ada | Lead | .squad/agents/ada/charter.md | ✅ Active |
| Bo | Tester | \`.squad/agents/bo/charter.md\` | 🧪 Active |
| Scribe | Session Logger | .squad/agents/scribe/charter.md | 📋 Silent |
| Ralph | Work Monitor | — | 🔄 Monitor |
`

const both = ['Ada (Lead)', 'Bo (Tester)']

export const varieties: readonly Variety[] = [
  {
    title: 'a title of its own, and everything as the tool writes it',
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
    title: 'a title that says nothing, and a quote under it',
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
    title: 'line ends of Windows and a byte order mark',
    files: {
      '.squad/team.md': `\ufeff${`# Squad Team\n\n> till\n\n${members}`.replaceAll('\n', '\r\n')}`,
      '.squad/agents/ada/charter.md': `\ufeff${charter('Ada', 'Lead').replaceAll('\n', '\r\n')}`,
      ...bo,
    },
    expected: { name: 'till', members: both },
  },
  {
    title: 'no heading Members: the first table with names that has members in it',
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
    title: 'no heading Members, and agents instead of names',
    files: {
      '.squad/team.md':
        '# Team — Till\n\n## Agents\n\n| Agent | Role |\n|---|---|\n| **ada** | Lead |\n| **bo** | Tester |\n\n## Folders\n\n| Path | Agent |\n|---|---|\n| src/ | ada |\n',
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: ['ada (Lead)', 'bo (Tester)'] },
  },
  {
    title: 'rows of people who do no part of the work',
    files: {
      '.squad/team.md': `# Till

## Members

| Name | Role | Status |
|------|------|--------|
| Squad | Coordinator | Active |
| @copilot | Coding Agent | 🤖 Active |
| Notes | Scribe | Active |
| scribe | Writes things down | Active |
| RALPH | Watches | Active |
| _alumni | Old | Active |
| Cy | Writer | 🚫 Inactive |
| Di | Writer | Retired (2026-01-01) |
| Eve | Guard | 🔄 Monitor |
| Flo | Guard | Silent |
| ~~Gus~~ | Writer | Active |
| Ada | Lead | Active |
| Bo | CI Monitor and Release Coordinator | Active |
`,
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: ['Ada (Lead)', 'Bo (CI Monitor and Release Coordinator)'] },
  },
  {
    title: 'what is left of a template',
    files: {
      '.squad/team.md': `# Squad Team

> {One-line project description}

## Members

| Name | Role | Charter | Status |
|------|------|---------|--------|
| {Name} | {Role} | \`.squad/agents/{name}/charter.md\` | ✅ Active |
| Ada | Lead | .squad/agents/ada/charter.md | ✅ Active |
| Bo |  | .squad/agents/bo/charter.md | ✅ Active |

## Project Context

- **Project:** {project name}
`,
      '.squad/charter.md': '# {Name} — {Role}\n',
      '.squad/agents/bo/charter.md': '# {Name} — {Role}\n\nYou test.\n',
      ...ada,
    },
    expected: {
      name: 'shop',
      members: ['Ada (Lead)', 'Bo ()'],
      warnings: [
        'team.md:9: {Name} was never filled in',
        'agents/bo/charter.md:1: is a template that was never filled in',
      ],
    },
  },
  {
    title: 'a charter that is missing, one that is empty, and a role that only the charter says',
    files: {
      '.squad/team.md':
        '# Till\n\n## Members\n\n| Name | Status |\n|---|---|\n| Ada | Active |\n| Bo | Active |\n| Cy | Active |\n',
      '.squad/agents/bo/charter.md': '  \n',
      ...ada,
    },
    expected: {
      name: 'Till',
      members: ['Ada (Lead)', 'Bo ()', 'Cy ()'],
      warnings: ['team.md:8: Bo has no charter in agents/bo', 'team.md:9: Cy has no charter in agents/cy'],
    },
  },
  {
    title: 'a mode of its own',
    files: { '.squad/team.md': `# Till\n\nmode: broadcast\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till', mode: 'broadcast', members: both },
  },
  {
    title: 'a mode by its other name, in a list',
    files: { '.squad/team.md': `# Till\n\n- **Mode:** \`orchestrator\`\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till', mode: 'orchestrate', members: both },
  },
  {
    title: 'a mode that does not exist',
    files: { '.squad/team.md': `# Till\n\nmode: swarm\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till', members: both, warnings: ['team.md:3: there is no mode "swarm".'] },
  },
  {
    title: 'a line about another kind of mode, and the mode after it',
    files: { '.squad/team.md': `# Till\n\nMode: background\nmode: sequential\n\n${members}`, ...ada, ...bo },
    expected: {
      name: 'Till',
      mode: 'sequential',
      members: both,
      warnings: ['team.md:3: there is no mode "background".'],
    },
  },
  {
    title: 'the older folder',
    files: {
      '.ai-team/team.md': `# Till\n\n${members.replaceAll('.squad', '.ai-team')}`,
      '.ai-team/agents/ada/charter.md': charter('Ada', 'Lead'),
      '.ai-team/agents/bo/charter.md': charter('Bo', 'Tester'),
    },
    expected: { name: 'Till', members: both },
  },
  {
    title: 'both folders: the newer one',
    files: { '.squad/team.md': `# New\n\n${members}`, '.ai-team/team.md': `# Old\n\n${members}`, ...ada, ...bo },
    expected: { name: 'New', members: both },
  },
  {
    title: 'a newer folder without a team.md: the older one',
    files: {
      '.squad/decisions.md': '# Decisions\n',
      '.ai-team/team.md': '# Old\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n',
    },
    expected: { name: 'Old', members: ['Ada (Lead)'], warnings: ['team.md:5: Ada has no charter'] },
  },
  {
    title: 'names that would lead out of the folder',
    files: {
      '.squad/team.md': `# Till

## Members

| Name | Role | Charter |
|------|------|---------|
| ../../x | Thief | ../../x/charter.md |
| /etc/passwd | Thief | /etc/passwd |
| C:\\\\x | Thief | C:\\\\x |
| .. | Thief | agents/../charter.md |
| Ada | Lead | ../../../secret/agents/ada/charter.md |
| user | Tester | agents/..%2f..%2fx/charter.md |
`,
      'x/charter.md': 'the secret',
      ...ada,
    },
    expected: {
      name: 'Till',
      members: ['Ada (Lead)', 'user (Tester)'],
      warnings: [
        'team.md:7: "../../x" is a path and no name',
        'team.md:8: "/etc/passwd" is a path and no name',
        'team.md:9: "C:\\x" is a path and no name',
        'team.md:10: ".." is a path and no name',
        'team.md:12: user has no charter in agents/user-agent',
      ],
    },
  },
  {
    title: 'rows that are broken: too short, without a name, twice, and no line of dashes',
    files: {
      '.squad/team.md':
        '# Till\n\n## Members\n\n| Name | Role |\n| Ada |\n| | Nobody |\n| ADA | Twin |\n| Bo | Tester | x | y |\n',
      ...ada,
      ...bo,
    },
    expected: {
      name: 'Till',
      members: ['Ada (Lead)', 'Bo (Tester)'],
      warnings: [
        'team.md:5: the table has no line of dashes',
        'team.md:7: a row without a name',
        'team.md:8: ADA is there already',
      ],
    },
  },
  {
    title: 'tables in code and comments, which are none',
    files: {
      '.squad/team.md': `# Till\n\n\`\`\`\n## Members\n\n| Name |\n|---|\n| Eve |\n\`\`\`\n\n<!--\n| Name |\n|---|\n| Mallory |\n-->\n\n${members}`,
      ...ada,
      ...bo,
    },
    expected: { name: 'Till', members: both },
  },
  {
    title: 'names without Latin letters',
    files: {
      '.squad/team.md': '# 店\n\n## Members\n\n| Name | Role |\n|---|---|\n| 花子 | テスト |\n',
      '.squad/agents/花子/charter.md': 'テストします。\n',
    },
    expected: { name: '店', members: ['花子 (テスト)'] },
  },
]
