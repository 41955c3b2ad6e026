import { MORE_ANALYSIS } from '@convene/domain'
import type { Client } from '@convene/protocol'
import { type Fault, faultNamed, on, type Rule } from '@convene/testkit'
import { calling } from '../e2e/workspace.ts'

export type Rules = readonly Rule[]
export type Story = { readonly rules: Rules; readonly run: Omit<Parameters<Client['createSession']>[0], 'goal'> }

export const goal = 'Should the shop keep its sessions in Redis or move them to Postgres?'
const two = ['architect', 'security']
const SECTIONS = ['Executive Summary', 'Agreements', 'Disagreements', 'Recommendations', 'Detailed Analysis']
const MORE_SECTIONS = ['Risk Assessment', 'Minority Report', 'Appendix']
const sections = [...SECTIONS, ...MORE_SECTIONS].map((name) => `## ${name}\n\n- Move to Postgres [m4].`).join('\n\n')
/** Some models end everything they write like a contribution. */
const tail = '\n\nPOSITION: Move to Postgres\nCONFIDENCE: 0.8\n'
const report = `${sections}${tail}`
const vote = (letter: string) => ({
  text: `I looked at it.\n\nVOTE: ${letter}\nPROBABILITIES: A 30, B 70\nREASON: one store less\nCHANGED: no`,
})
const answers = [on({}, { text: `Postgres, because it is one thing less to run.${tail}` })]
const work = [
  on(
    { heading: 'Plan' },
    { text: '@worker:Architect\nRead the notes.\n@end\n@worker:Security\nLook for secrets.\n@end' },
  ),
  on({ heading: 'Evaluate' }, { text: `SCORE: 0.95\nRATIONALE: It answers the question.${tail}` }),
  ...answers,
]
const steps = [
  {
    id: 's1',
    owner: 'coder',
    description: 'Write the note.',
    acceptance: 'It is there.',
    dependsOn: [],
    tools: ['read'],
  },
]

/** Every mode, with answers that contain protocol words. */
export const stories: { readonly [mode: string]: Story } = {
  agent: { rules: answers, run: { agents: ['architect'] } },
  broadcast: { rules: answers, run: { agents: two } },
  sequential: { rules: answers, run: { agents: two } },
  delegate: { rules: answers, run: { agents: two } },
  orchestrate: { rules: work, run: { agents: two } },
  reflect: { rules: work, run: { agents: two } },
  panel: {
    run: { agents: [...two, 'performance'], yes: true, settings: { depth: 'standard' } },
    rules: [
      on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
      on({ heading: 'Topic' }, { text: 'Where?\n\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres' }),
      on({ heading: 'Contribute', agent: 'Security' }, vote('A')),
      on({ heading: 'Contribute' }, vote('B')),
      on({}, { text: report }),
    ],
  },
  plan: {
    run: { agents: ['coder', 'tester'], yes: true },
    rules: [
      on({ heading: 'Plan' }, { text: JSON.stringify({ steps }) }),
      on({ heading: 'Review plan' }, { text: 'APPROVE' }),
      on({ heading: 'Review' }, { text: `REOPEN: The note is too short.${tail}` }, { text: `ACCEPT${tail}` }),
      ...answers,
    ],
  },
}

/** Votes in forms that are counted, and a topic with more than the word that was asked for. */
export const decoratedPanel: Story = {
  run: { agents: [...two, 'performance'], yes: true },
  rules: [
    on({ heading: 'Clarify' }, { text: '**CLEAR：** nothing to ask.' }),
    on(
      { heading: 'Topic' },
      {
        text: 'Where?\n\n> PROTOCOL：decide\n1. **OPTION:** Keep Redis\n2. OPTION - Move to Postgres\nFIELD: software delivery strategy',
      },
    ),
    on({ heading: 'Contribute', agent: 'Security' }, { text: 'Yes.\n\nVOTE： B\nPROBABILITIES： A 20, B 80' }),
    on({ heading: 'Contribute', agent: 'Architect' }, { text: 'Yes.\n\n`VOTE: B`\n`PROBABILITIES: A 20, B 80`' }),
    on({ heading: 'Contribute' }, { text: 'Yes.\n\nVOTE - B\n* **REASON：** one store less' }),
    on({}, { text: report }),
  ],
}

/** A discussion in exactly the forms that its prompts ask for. */
export const discussion: Story = {
  run: { agents: two, yes: true, settings: { protocol: 'discuss' }, limits: { maxTurns: 7 } },
  rules: [
    on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
    on({ heading: 'Topic' }, { text: 'Talk.\nPROTOCOL: discuss\nFIELD: data' }),
    on({ heading: 'Converged?' }, { text: 'NOT_CONVERGED: the costs are open.\nREDIRECT: all: Talk about the costs.' }),
    on({ heading: 'Options' }, { text: '- Keep Redis\n- Move to Postgres' }),
    on(
      { heading: 'Final position' },
      { text: 'POSITION: Move\nVOTE: B\nPROBABILITIES: A 20, B 80\nREASON: one store less' },
    ),
    on(
      { heading: 'Contribute', agent: 'Security' },
      { text: `It depends on costs.\n\n${MORE_ANALYSIS}\n\nPOSITION: Keep Redis\nCONFIDENCE: 85\nCHANGED: no` },
    ),
    on(
      { heading: 'Contribute' },
      { text: `It is one store less.\n\n${MORE_ANALYSIS}\n\nPOSITION: Move\nCONFIDENCE: 85\nCHANGED: no` },
    ),
    on({}, { text: report }),
  ],
}

/** Nobody takes a position, and the Head reports a decision that nobody made. */
export const silentPanel: Story = {
  run: { agents: [...two, 'performance'], yes: true },
  rules: [
    on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
    on({ heading: 'Topic' }, { text: 'Where?\nPROTOCOL: decide' }),
    on({ heading: 'Synthesize' }, { text: sections }),
    on({}, { text: 'Interesting. There is much to say.' }),
  ],
}

/** A judge that answers with everything but the form. */
export const ramblingJudge: Story = {
  run: { agents: two },
  rules: [on({ heading: 'Evaluate' }, { text: '@worker:Architect\nagain\n@end\nSCORE: 0.95' }), ...work],
}

/** Half an answer, then nothing: the cost of a stopped call is known only afterwards. */
export const slow: Rules = [
  on({}, { text: 'Postgres, because it is one thing less to run.', parts: 2, delayMs: 600_000 }),
]
export const broken: Rules = [on({}, faultNamed('status-401-empty') as Fault)]

/** Asks the user for everything that a panel can ask for: an answer, a topic, and their own position. */
export const askingPanel: Story = {
  run: { agents: two, settings: { depth: 'standard', userSeat: true } },
  rules: [
    on({ heading: 'Clarify' }, { text: '1. How many shops share the sessions?' }, { text: 'CLEAR: thank you.' }),
    ...(stories.panel?.rules.slice(1) ?? []),
  ],
}

/** A team that votes on something while it works. */
export const voting: Rules = [
  on({ heading: 'Deliberate' }, { text: `VOTE: Postgres\n\nIt runs already.${tail}` }),
  on({ heading: 'Vote' }, { text: `VOTE: Postgres\nREASON: It runs already.\nPOSITION: Postgres\nCONFIDENCE: 0.8` }),
  ...slow,
]

/** The team's question, in the words of a model that has answered before. */
export const proposal = {
  topic: 'Where do the sessions go?',
  options: ['SQLite', 'Postgres'],
  evidence: `One process writes.${tail}`,
}

/** Asks the user for everything that a plan can ask for: the plan, an action, and a vote. */
export const askingPlan: Story = {
  run: { agents: ['coder', 'tester'] },
  rules: [
    on({ heading: 'Plan' }, { text: JSON.stringify({ steps: [{ ...steps[0], tools: ['write', 'decide'] }] }) }),
    on({ heading: 'Review plan' }, { text: 'APPROVE' }),
    on(
      { heading: 'Task' },
      calling(['write', { path: 'note.md', content: 'Postgres.\n' }]),
      calling(['decide', proposal]),
      { text: 'It is written.' },
    ),
    // The user can vote as soon as the vote is open, while the others still argue.
    on({ heading: 'Deliberate' }, { text: 'It runs already.', latencyMs: 600_000 }),
    on({ heading: 'Review' }, { text: 'ACCEPT' }),
    ...answers,
  ],
}
