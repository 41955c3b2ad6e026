import { ada, bo, both, charter, members, type Variety } from './variety.fixture.ts'

/** The mode that a team names, and the folder that it is in. */
export const placedVarieties: readonly Variety[] = [
  {
    title: 'its own mode',
    files: { '.squad/team.md': `# Till\n\nmode: broadcast\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till', mode: 'broadcast', members: both },
  },
  {
    title: 'a mode by its alternative name, in a list',
    files: { '.squad/team.md': `# Till\n\n- **Mode:** \`orchestrator\`\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till', mode: 'orchestrate', members: both },
  },
  {
    title: 'a mode that does not exist',
    files: { '.squad/team.md': `# Till\n\nmode: swarm\n\n${members}`, ...ada, ...bo },
    expected: { name: 'Till', members: both, warnings: ['team.md:3: unknown mode "swarm".'] },
  },
  {
    title: 'a line about another kind of mode, and the mode after it',
    files: { '.squad/team.md': `# Till\n\nMode: background\nmode: sequential\n\n${members}`, ...ada, ...bo },
    expected: {
      name: 'Till',
      mode: 'sequential',
      members: both,
      warnings: ['team.md:3: unknown mode "background".'],
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
]
