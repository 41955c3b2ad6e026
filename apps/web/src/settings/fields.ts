import type { SettingField } from './setting-field.ts'

/** How runs begin where nobody says otherwise. */
export const runFields: readonly SettingField[] = [
  {
    path: ['defaultMode'],
    label: 'Mode',
    kind: 'mode',
    unset: 'As the team says, or one agent',
    hint: 'Of a run that names no mode, no team and no agents.',
  },
  {
    path: ['defaultTeam'],
    label: 'Team',
    kind: 'team',
    unset: 'No team',
    hint: 'Of such a run; it works in the mode above.',
  },
  { path: ['model'], label: 'Model', kind: 'model', hint: 'Of every agent that has none of its own.' },
  { path: ['defaultAgent'], label: 'Agent', kind: 'text', hint: 'Works when no team and no agent is named.' },
  {
    path: ['pool'],
    label: 'Pool of models',
    kind: 'lines',
    placeholder: 'provider/model, one a line',
    hint: 'Seats without a model draw from these, so that a team thinks in different ways.',
  },
  {
    path: ['verbosity'],
    label: 'Verbosity',
    kind: 'choice',
    hint: 'Of the terminal, and of timelines where this browser has not chosen.',
    options: [
      { value: 'brief', label: 'Brief' },
      { value: 'detailed', label: 'Detailed' },
      { value: 'full', label: 'Full' },
    ],
  },
  {
    path: ['panel', 'seats'],
    label: 'Seats of a panel',
    kind: 'number',
    min: 2,
    max: 8,
    step: 1,
    placeholder: '3',
    hint: 'Where no team is named.',
  },
  {
    path: ['panel', 'depth'],
    label: 'Depth of a panel',
    kind: 'choice',
    unset: 'As the Head thinks fit',
    options: [
      { value: 'Quick', label: 'Quick', note: '10 turns' },
      { value: 'Standard', label: 'Standard', note: '30 turns' },
      { value: 'Deep', label: 'Deep', note: '50 turns' },
    ],
  },
  { path: ['plan', 'maxParallel'], label: 'Steps of a plan at once', kind: 'number', min: 1, max: 32, step: 1 },
  { path: ['delegate', 'maxDepth'], label: 'Depth of delegation', kind: 'number', min: 1, max: 20, step: 1 },
  {
    path: ['plan', 'approve'],
    label: 'Show me plans first',
    kind: 'check',
    hint: 'A plan waits until you have approved it.',
  },
  {
    path: ['plan', 'worktrees'],
    label: 'Steps in worktrees',
    kind: 'check',
    hint: 'Every step of a plan works in a git worktree of its own.',
  },
  {
    path: ['decisions', 'userVotes'],
    label: 'I vote too',
    kind: 'check',
    hint: 'You have a vote in the decisions of your teams.',
  },
  {
    path: ['panel', 'moderatorPicks'],
    label: 'The moderator picks who speaks',
    kind: 'check',
    hint: 'Otherwise panelists speak in turn.',
  },
]

/** What a run may spend; empty: no cap, or the one of its mode. */
export const limitFields: readonly SettingField[] = [
  { path: ['limits', 'maxCostUsd'], label: 'Cost', kind: 'number', min: 0.01, hint: 'US dollars a run.' },
  { path: ['limits', 'maxTotalTokens'], label: 'Tokens', kind: 'number', min: 1_000, max: 5_000_000, hint: 'A run.' },
  { path: ['limits', 'maxTurns'], label: 'Turns', kind: 'number', min: 1, max: 100, step: 1, hint: 'Of a panel.' },
  { path: ['limits', 'maxIterations'], label: 'Iterations', kind: 'number', min: 1, step: 1, hint: 'Of a loop.' },
  { path: ['limits', 'maxDuration'], label: 'Time', kind: 'number', min: 0.1, hint: 'Minutes a run.' },
  { path: ['limits', 'maxTurnDuration'], label: 'Time of a turn', kind: 'number', min: 0.1, hint: 'Minutes.' },
  { path: ['limits', 'maxToolCalls'], label: 'Tool calls', kind: 'number', min: 0, step: 1, hint: 'A run.' },
  { path: ['limits', 'maxToolCallsPerTurn'], label: 'Tool calls of a turn', kind: 'number', min: 0, step: 1 },
  {
    path: ['limits', 'modelTimeout'],
    label: 'Silence of a model',
    kind: 'number',
    min: 1,
    placeholder: '120',
    hint: 'Seconds without a word after which a call is given up and tried again.',
  },
  {
    path: ['approvals', 'expire'],
    label: 'Unanswered asks',
    kind: 'number',
    min: 1,
    hint: 'Minutes after which no answer is a no.',
  },
  {
    path: ['limits', 'allowedDomains'],
    label: 'Hosts',
    kind: 'lines',
    placeholder: 'example.com',
    hint: 'The only ones that agents may fetch from; none: any public one.',
  },
  {
    path: ['limits', 'prohibitedPatterns'],
    label: 'Prohibited patterns',
    kind: 'lines',
    hint: 'Regular expressions that no contribution may contain.',
  },
]
