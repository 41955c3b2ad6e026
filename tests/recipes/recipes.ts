/** What a recipe of CONTRIBUTING.md adds: new files, and lines in existing files. */
export type Recipe = {
  readonly files: { readonly [path: string]: string }
  readonly lines: readonly { readonly file: string; readonly before: string; readonly add: string }[]
}

const mode: Recipe = {
  files: {
    'packages/domain/src/modes/relay/face.ts': `import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { relaySettings } from './settings.ts'

export const relayFace: Face = {
  name: 'relay',
  summary: 'members pass the goal on',
  traits: { ...plainTraits, picks: true },
  settings: relaySettings,
}
`,
    'packages/domain/src/modes/relay/mode.ts': `import { broadcast } from '../broadcast/mode.ts'
import { relayFace } from './face.ts'

export const relay: typeof broadcast = { ...broadcast, ...relayFace }
`,
    'packages/domain/src/modes/relay/settings.ts': `import { z } from 'zod'
import { onlyLower } from '../../setting/only-stricter.ts'
import { setting } from '../../setting/setting.ts'

export const relaySettings = {
  laps: setting({
    schema: z.number().int().min(1).max(9),
    default: 2,
    untrusted: onlyLower,
    label: 'Relay laps',
    hint: 'How often the goal goes around.',
  }),
}
`,
  },
  lines: [
    {
      file: 'packages/domain/src/modes/modes.ts',
      before: `import { sequential }`,
      add: `import { relay } from './relay/mode.ts'\n`,
    },
    { file: 'packages/domain/src/modes/modes.ts', before: `plan].map(`, add: `relay, ` },
    {
      file: 'packages/domain/src/modes/faces.ts',
      before: `import { sequentialFace }`,
      add: `import { relayFace } from './relay/face.ts'\n`,
    },
    { file: 'packages/domain/src/modes/faces.ts', before: `planFace].map(`, add: `relayFace, ` },
  ],
}

const provider: Recipe = {
  files: {
    'packages/models/src/providers/kinds/acme.ts': `import type { ProviderKind } from './provider-kind.ts'
import { openChatServer } from './open-chat-server.ts'

export const acme: ProviderKind = {
  label: 'Acme',
  needs: [['ACME_API_KEY']],
  keyVariable: 'ACME_API_KEY',
  baseURL: 'https://acme.example/v1',
  defaultModel: 'acme-large',
  sees: () => false,
  open: openChatServer,
}
`,
  },
  lines: [
    {
      file: 'packages/models/src/providers/provider-kinds.ts',
      before: `import { anthropic }`,
      add: `import { acme } from './kinds/acme.ts'\n`,
    },
    { file: 'packages/models/src/providers/provider-kinds.ts', before: `  azure,\n`, add: `  acme,\n` },
  ],
}

const tool: Recipe = {
  files: {
    'packages/tools/src/shout/shout-tool.ts': `import { z } from 'zod'
import type { Tool } from '../tool.ts'

const Input = z.strictObject({ text: z.string() })

export function shoutTool(): Tool<z.infer<typeof Input>> {
  return {
    name: 'shout',
    description: 'Repeats a text in capitals.',
    input: Input,
    permission: 'shout',
    readOnly: true,
    reaches: [],
    inspect: async ({ text }) => [{ permission: 'shout', target: text }],
    run: async ({ text }) => ({ ok: true, output: text.toUpperCase() }),
  }
}
`,
  },
  lines: [
    {
      file: 'packages/tools/src/file-tools.ts',
      before: `import { skillTool }`,
      add: `import { shoutTool } from './shout/shout-tool.ts'\n`,
    },
    { file: 'packages/tools/src/file-tools.ts', before: `    skillTool(),`, add: `    shoutTool(),\n` },
    { file: 'packages/tools/README.md', before: '| `skill` |', add: '| `shout` | the `shout` tool |\n' },
  ],
}

const oneSetting: Recipe = {
  files: {},
  lines: [
    {
      file: 'packages/library/src/settings/declared/runs.ts',
      before: `      window: setting({`,
      add: `      patience: setting({
        schema: z.number().int().min(1).max(60),
        default: 7,
        untrusted: onlyLower,
        label: 'Patience',
        hint: 'Seconds before the vote is announced.',
      }),
`,
    },
  ],
}

const command: Recipe = {
  files: {
    'apps/cli/src/hello/hello.ts': `import type { Program } from '../program.ts'
import { printLines } from '../terminal/print.ts'

export async function hello(program: Program): Promise<number> {
  printLines(program, ['Hello.'])
  return 0
}
`,
  },
  lines: [
    {
      file: 'apps/cli/src/commands/commands.ts',
      before: `  {\n    name: 'doctor',`,
      add: `  {
    name: 'hello',
    group: 'run',
    summary: 'greet you',
    arguments: [],
    options: [],
    examples: ['convene hello'],
    load: async () => (await import('../hello/hello.ts')).hello,
  },
`,
    },
    { file: 'apps/cli/README.md', before: '| `keys` |', add: '| `hello` | `convene hello` |\n' },
  ],
}

const agentFormat: Recipe = {
  files: {
    'packages/library/src/agents/formats/robo.ts': `import { slugOf } from '@convene/domain'
import type { AgentFormat } from './format.ts'
import { paragraph, present, importedTitle } from './import-text.ts'

export const robo: AgentFormat = {
  name: 'robo',
  folders: ['.robo/agents'],
  ending: '.md',
  importFields: (fields, file) =>
    present({ slug: slugOf(file), name: importedTitle(file), description: paragraph(fields.job), useFor: '' }),
}
`,
  },
  lines: [
    {
      file: 'packages/library/src/agents/formats/formats.ts',
      before: `import { opencode }`,
      add: `import { robo } from './robo.ts'\n`,
    },
    { file: 'packages/library/src/agents/formats/formats.ts', before: `claude]`, add: `robo, ` },
  ],
}

const exportFormat: Recipe = {
  files: {
    'packages/host/src/export/outline.ts': `import type { Event, Session } from '@convene/domain'

export const outlineOf = ({ goal }: Session, events: readonly Event[]): string => \`* \${goal}: \${events.length} events\\n\`
`,
  },
  lines: [
    {
      file: 'packages/reading/src/export/export-formats.ts',
      before: `  html: {`,
      add: `  outline: { label: 'Outline', summary: 'an outline', mediaType: 'text/org', ending: 'org' },\n`,
    },
    {
      file: 'packages/host/src/export/write-export.ts',
      before: `import { replayOf }`,
      add: `import { outlineOf } from './outline.ts'\n`,
    },
    { file: 'packages/host/src/export/write-export.ts', before: `  html: replayOf,`, add: `  outline: outlineOf,\n` },
  ],
}

/** A mode that fills every part of its view, which the surfaces show without knowing it. */
export const modeWithView: Recipe = {
  files: {
    'packages/domain/src/modes/jury/face.ts': `import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'

export const juryFace: Face = {
  name: 'jury',
  summary: 'members give a verdict, then carry it out',
  traits: { ...plainTraits, rounds: true, together: ['round1'] },
}
`,
    'packages/domain/src/modes/jury/mode.ts': `import type { Answers } from '../../mode/answers.ts'
import type { Mode } from '../../mode/mode.ts'
import { broadcast } from '../broadcast/mode.ts'
import { juryFace } from './face.ts'
import { juryView } from './view.ts'

export const jury: Mode<Answers> = { ...broadcast, ...juryFace, view: juryView }
`,
    'packages/domain/src/modes/jury/view.ts': `import type { Answers } from '../../mode/answers.ts'
import { type ModeView, plainView, type StepView } from '../../mode/view.ts'
import type { Run } from '../../state/session.ts'

const options = [{ text: 'Guilty', covers: [] }, { text: 'Not guilty', covers: [] }]

/** The first member finds otherwise than the others, and changes its mind in the second round. */
export function juryView(run: Run, { answers }: Answers): ModeView {
  const agents = run.team.members.map(({ slug }) => slug)
  const said = answers.flatMap(({ agent, message }, place) => [held(agent, 1, place === 0 ? 1 : 0, message), held(agent, 2, 0, message)])
  const counts = [{ option: 'Guilty', votes: agents.length, blind: agents.length - 1 }, { option: 'Not guilty', votes: 0, blind: 1 }]
  const points = counts.map(({ option, votes }) => ({ option, points: votes }))
  const ballots = agents.map((voter) => ({ voter, option: 'Guilty', confidence: 80, reason: 'The ledger.', veto: '', model: '' }))
  const speakers = Object.fromEntries(agents.map((agent) => [agent, 'spoken' as const]))
  const isOver = run.finished !== null
  return {
    ...plainView(run),
    progress: { iteration: null, turns: { taken: 4, most: 6 }, round: 2, isShown: true },
    options,
    positions: said,
    debate: { round: 2, speakers, moved: 1, wantsMore: false, isOver },
    topic: 'Who took the cake?',
    plan: {
      version: 1,
      committed: true,
      steps: [step('s1', 'Fetch the ledger', 'accepted', agents[0]), step('s2', 'Bake a new cake', 'running', agents[1])],
    },
    vote: isOver ? { option: 'Guilty', how: 'majority', byHead: false, counts, voters: agents.length, chance: null, changed: [], dissent: [] } : null,
    ballots: isOver ? ballots : [],
    tally: isOver ? { majority: points, blind: null, pooled: null, winner: 'Guilty', how: 'majority', among: [], probability: 1, best: null } : null,
    scores: [{ iteration: 1, score: 0.9, rationale: 'A fair trial.', trend: 'stable' }],
    expects: ['positions', 'plan'],
  }
}

const held = (agent: string, round: number, choice: number, message: string | null) => ({
  ...{ agent, round, choice, message, position: options[choice]?.text ?? '', confidence: 80, probabilities: null },
  ...{ abstains: false, changed: round === 2 && choice === 0, because: '', reason: '', flagged: false, blind: round === 1 },
})

const step = (id: string, description: string, state: StepView['state'], owner = ''): StepView => ({
  ...{ id, description, owner, state, acceptance: 'It is here.', dependsOn: [] },
  ...{ reason: '', attempt: 1, against: false, seen: [], reported: state === 'accepted', remark: null },
})
`,
  },
  lines: [
    {
      file: 'packages/domain/src/modes/modes.ts',
      before: `import { orchestrate }`,
      add: `import { jury } from './jury/mode.ts'\n`,
    },
    { file: 'packages/domain/src/modes/modes.ts', before: `plan].map(`, add: `jury, ` },
    {
      file: 'packages/domain/src/modes/faces.ts',
      before: `import { orchestrateFace }`,
      add: `import { juryFace } from './jury/face.ts'\n`,
    },
    { file: 'packages/domain/src/modes/faces.ts', before: `planFace].map(`, add: `juryFace, ` },
  ],
}

/** Two options of a run: one that a continued run keeps, and one that it does not. */
export const runOption: Recipe = {
  files: {},
  lines: [
    {
      file: 'packages/domain/src/run-request/options.ts',
      before: `  interactive: option({`,
      add: `  tone: option({
    schema: z.enum(['plain', 'formal']),
    label: 'Tone of voice',
    hint: 'How agents write to each other.',
    flag: { name: 'tone', value: 'TONE', summary: 'how agents write' },
    by: 'program',
    kept: true,
    inEditor: ['settings', 'choices'],
  }),
  hurry: option({
    schema: z.boolean(),
    label: 'In a hurry',
    hint: 'Agents write less.',
    flag: { name: 'hurry', summary: 'make agents write less' },
    by: 'program',
    kept: false,
  }),
`,
    },
  ],
}

/** The recipes that can be followed by a program, by what they add. */
export const recipes = { mode, provider, tool, setting: oneSetting, command, agentFormat, exportFormat } as const

export const filesOf = ({ files, lines }: Recipe): readonly string[] => [
  ...new Set([...Object.keys(files), ...lines.map(({ file }) => file)]),
]
