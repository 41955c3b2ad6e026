import { ada, bo, both, members, type Variety } from './variety.fixture.ts'

/** Mistakes: rows without a member, templates, broken tables, names that lead elsewhere. */
export const oddVarieties: readonly Variety[] = [
  {
    title: 'rows of people who do none of the work',
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
    title: 'leftovers of a template',
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
    title: 'a missing charter, an empty one, and a role that only the charter names',
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
        'team.md:7: "../../x" is a path, not a name',
        'team.md:8: "/etc/passwd" is a path, not a name',
        'team.md:9: "C:\\x" is a path, not a name',
        'team.md:10: ".." is a path, not a name',
        'team.md:12: user has no charter in agents/user-agent',
      ],
    },
  },
  {
    title: 'broken rows: too short, without a name, duplicate, and no line of dashes',
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
        'team.md:8: ADA is already listed',
      ],
    },
  },
  {
    title: 'tables in code and comments, which do not count',
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
