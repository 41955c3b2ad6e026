import { Seat } from '@convene/domain'
import {
  answerParts as answers,
  callParts as wants,
  failureParts as fails,
  panelOf,
  type Play,
  runOf,
  SimulatedSession,
} from '@convene/testkit'
import { test } from 'vitest'
import { cast as crew, crewOf, planOf, step } from '../plan/crew.ts'
import { file, fileOnly } from './ask-files.ts'
import { cast, type Says } from './cast.ts'
import { type Lines, played, plays, report } from './panel-cast.ts'

const seat = (slug: string, more: object = {}) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: `You are ${slug}.`, model: 'alpha/one', seat: 'member', ...more })
const lead = seat('lead', { seat: 'lead', execution: 'single', tools: 'none' })
const judge = seat('judge', { seat: 'judge', execution: 'single', tools: 'none' })
const members = [seat('ada', { role: 'reader', useFor: 'reading plans' }), seat('bert')]

/** Says the next line of a list, then repeats the last one. */
function inTurn(...lines: readonly string[]): Play {
  let turn = 0
  return () => answers(lines[Math.min(turn++, lines.length - 1)] ?? '')
}

const assigned = 'One reads, one asks.\n\n@worker:ADA\nRead the plan.\n@end\n@worker:BERT\nAsk the testers.\n@end'

async function ended(says: Says, run: Parameters<typeof runOf>[0]): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: cast(says) })
  await stage.create(runOf(run))
  await stage.untilRest()
  return stage
}

test('one agent that revises its answer', async () => {
  const says = { ada: inTurn('Friday.', 'Friday at nine.\n[[REFLECTION_COMPLETE]]') }
  const stage = await ended(says, { mode: 'agent', team: { members: [seat('ada')] }, settings: { mode: { reflect: true } } })
  await file(stage, 'agent', { Respond: 2 })
})

test('orchestrate, with a plan that first assigns nobody', async () => {
  const says = {
    'lead Plan': inTurn('I think about it.', assigned),
    ada: inTurn('It is sound.'),
    bert: inTurn('They agree.'),
    'lead Synthesize': inTurn('Ship it.'),
  }
  await file(await ended(says, { mode: 'orchestrate', team: { lead, members } }), 'orchestrate', { Plan: 2 })
})

test('several opinions, with a lead that first compares nothing', async () => {
  const says = {
    ada: inTurn('Ship it on Friday.'),
    bert: inTurn('Ship it on Monday.'),
    'lead Compare': inTurn('They differ.', 'DISPUTED: When.\nPASSAGE: m2 "Ship it on Friday."\nPASSAGE: m3 "Ship it on Monday."'),
  }
  await fileOnly(await ended(says, { mode: 'broadcast', team: { lead, members } }), 'broadcast', 'Compare')
})

test('reflect, with a judge that first gives no score', async () => {
  const says = {
    'lead Plan': inTurn(assigned),
    ada: inTurn('It is sound.'),
    bert: inTurn('They agree.'),
    'lead Synthesize': inTurn('Ship it.', 'Ship it on Friday morning, with a way back.'),
    'judge Evaluate': inTurn('Good.', 'SCORE: 0.5\nRATIONALE: No date.', 'SCORE: 0.95\nRATIONALE: All there.'),
  }
  await file(await ended(says, { mode: 'reflect', team: { lead, members, judge } }), 'reflect', { Plan: 2, Evaluate: 3 })
})

test('reflect without a judge, with a lead that first does not commit itself', async () => {
  const says = {
    'lead Plan': inTurn(assigned),
    ada: inTurn('It is sound.'),
    bert: inTurn('They agree.'),
    'lead Synthesize': inTurn('Ship it.'),
    'lead Evaluate': inTurn('Good.', '[[GROUP_REFLECT_COMPLETE]]'),
  }
  await file(await ended(says, { mode: 'reflect', team: { lead, members } }), 'reflect-without-judge', { Evaluate: 2 })
})

test('plan, with every possible ask', async () => {
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
  const lines = {
    planner: { Plan: ['First we write it.', planOf(...steps)], Options: ['Ask.', '- ask the user\n- guess'] },
    coder: { Task: ['HANDOFF: tester: they know it', 'BLOCKED: no key', 'It is there.'] },
    tester: { 'Review plan': ['Fine, I think.', 'CONCERNS: nobody reads s2'], Handoff: ['Well.', 'REFUSE: no time'] },
    reviewer: { Review: ['It looks fine.', 'REOPEN: no proof', 'ACCEPT'] },
  }
  const stage = new SimulatedSession({ model: crew(lines) })
  await stage.create(crewOf())
  await stage.untilRest()
  await file(stage, 'plan', { Plan: 3, 'Review plan': 2, Task: 4, Handoff: 2, Options: 2, Review: 3 })
})

test('a decision, with a vote that first names no option, and a tie', async () => {
  const says = {
    'ada Vote': inTurn('Hm.', 'VOTE: SQLite\nREASON: one file'),
    'bert Vote': inTurn('VOTE: Postgres\nREASON: we know it'),
    'ada Deliberate': inTurn('SQLite is one file.'),
    'bert Deliberate': inTurn('We know Postgres.'),
    'lead Decide': inTurn('It depends.', 'DECISION: SQLite\nREASON: one file'),
    ada: () => [2_000, ...answers('Yes.')],
    bert: () => [2_000, ...answers('Yes.')],
    lead: inTurn('Yes.'),
  } satisfies Says
  const stage = new SimulatedSession({ model: cast(says) })
  await stage.create(runOf({ mode: 'broadcast', team: { lead, members } }))
  await stage.play(50)
  await stage.tell({ type: 'propose', topic: 'Where do we store it?', options: ['SQLite', 'Postgres'] })
  await stage.untilRest()
  await file(stage, 'decision', { Vote: 3, Decide: 2 })
})

test('a panel that discusses', async () => {
  await file(await played({}), 'panel-discuss', { Contribute: 2 })
})

test('a panel that decides, over positions in free text', async () => {
  const mind = (agent: string) => (agent === 'ada' ? 'Wait' : agent === 'bert' ? 'Ship' : '')
  const lines = {
    Contribute: (agent: string, text: string) =>
      text.includes('VOTE:')
        ? `I stay.\nVOTE: ${agent === 'ada' ? 'A' : agent === 'bert' ? 'B' : 'abstain'}\nPROBABILITIES: A 50, B 50`
        : `${agent} argues.\n${mind(agent) === '' ? '' : `POSITION: ${mind(agent)}\nCONFIDENCE: 60`}`,
    Vote: 'POSITION: Neither\nCONFIDENCE: 50',
    Options: '- Wait [m3]\n- Ship [m4]',
  }
  await file(await played(lines, { settings: { mode: { protocol: 'decide' } } }), 'panel-decide', { Contribute: 2 })
})

test('votes over lettered options that could not be read', async () => {
  const lines = {
    Topic: 'Whether to ship.\nPROTOCOL: decide\nOPTION: Ship\nOPTION: Wait',
    Contribute: 'I look at it.',
    Vote: 'VOTE: A\nPROBABILITIES: A 60, B 40\nREASON: so',
  }
  await fileOnly(await played(lines, { settings: { mode: { protocol: 'decide' } } }), 'panel-options', 'Contribute', 'Vote')
})

test('ballots that could not be read', async () => {
  const lines = { 'Final position': 'I hold what I held.', Vote: 'VOTE: A\nREASON: so' }
  const stage = await played(lines, { settings: { mode: { protocol: 'discuss' } } })
  await fileOnly(stage, 'panel-ballot', 'Vote')
})

test('broadcast, and a follow-up to everybody', async () => {
  const stage = await ended({ ada: inTurn('Yes.'), bert: inTurn('No.') }, { mode: 'broadcast', team: { members } })
  await stage.tell({ type: 'message', text: 'Even on a holiday?' })
  await stage.untilRest()
  await file(stage, 'broadcast')
})

test('sequential, with a member that fails', async () => {
  const says = { ada: inTurn('Yes.'), bert: () => fails('refused', { retryable: false }), cleo: inTurn('No.') }
  const team = { members: [...members, seat('cleo')] }
  await file(await ended(says, { mode: 'sequential', team }), 'sequential', { Respond: 3 })
})

test('delegate, with a part for another agent', async () => {
  const handed = { agentName: 'bert', workDescription: 'Ask the testers.', reportExpectations: 'What they say.' }
  let turn = 0
  const says = {
    lead: (() => (turn++ === 0 ? [{ type: 'call', tool: 'delegateWork', input: handed }, { type: 'finish', finish: 'tools', usage: null }] : answers('Ship it.'))) as Play,
    bert: inTurn('They agree.'),
  }
  const permissions = [{ layer: 'user', rules: { '*': 'allow' } }]
  const entry = seat('lead', { seat: 'lead', delegates: 'all' })
  await file(await ended(says, { mode: 'delegate', team: { lead: entry, members }, settings: { permissions } }), 'delegate')
})

test('a conversation that no longer fits', async () => {
  let turn = 0
  const says = {
    ada: (() => (turn++ < 3 ? wants(['read', `plan-${turn}.md`]) : turn === 4 ? fails('context_overflow', { retryable: false }) : answers('Friday.'))) as Play,
    compaction: inTurn('We read plan.md.'),
  }
  const subagents = [seat('compaction', { seat: 'agent', category: 'hidden', execution: 'single' })]
  const stage = await ended(says, { mode: 'agent', team: { members: [seat('ada')], subagents } })
  await fileOnly(stage, 'agent', 'Summarize')
})

const position = (words: string, held: string): string => `${words}\nPOSITION: ${held}\nCONFIDENCE: 60`
const split: Lines = {
  Contribute: (agent, _text, nth) => position(`${agent} argues for the ${nth}. time.`, agent === 'ada' ? 'Wait' : 'Ship'),
  Options: '- Wait [m4]\n- Ship [m5]',
  'Final position': (agent) =>
    agent === 'cleo' ? 'POSITION: Neither\nCONFIDENCE: 20' : `${position('', agent === 'ada' ? 'Wait' : 'Ship')}\nVOTE: ${agent === 'ada' ? 'Wait' : 'Ship'}`,
}

test('a panel whose moderator picks the speakers, and which ends in a tie', async () => {
  const script: Lines = {
    ...split,
    'Next speaker': (_agent, text) => `NEXT: ${[...text.matchAll(/Panelist [A-Z](?=[,?])/g)].at(-1)?.[0]}`,
    Synthesize: report.replace('[m3]', '[m99]'),
    'Repair citations': report,
    'Follow-up': 'Because tests are red [m4].',
  }
  const stage = await played(script, { settings: { mode: { moderatorPicks: true, protocol: 'discuss' } } })
  await stage.tell({ type: 'message', text: 'Why wait?' })
  await stage.untilRest()
  await fileOnly(stage, 'panel-discuss', 'Next speaker', 'Converged?', 'Decide', 'Repair citations', 'Follow-up')
})

test('a panel whose discussion outgrows its window, with a contribution that is too long', async () => {
  const script: Lines = {
    ...split,
    Contribute: (agent, _text, nth) => 
      position(nth === 2 && agent === 'ada' ? 'Very long. '.repeat(60) : `Reason ${nth} of ${agent}.`, agent === 'ada' ? `Wait ${nth}\nCHANGED: yes, because [m4]` : 'Ship'),
    Redirect: position('Shorter.', 'Wait'),
    Summarize: 'They argued at length.',
    'Converged?': 'NOT_CONVERGED',
  }
  const play = plays(script)
  const uncounted: Play = (request, call) =>
    play(request, call).map((part) => (typeof part === 'object' && part.type === 'finish' ? { ...part, usage: null } : part))
  const stage = new SimulatedSession({ model: uncounted })
  await stage.create(panelOf({ limits: { maxTurns: 36, maxTokensPerTurn: 60 }, settings: { mode: { protocol: 'discuss' } } }))
  await stage.untilRest()
  await fileOnly(stage, 'panel-discuss', 'Redirect', 'Summarize')
})
