import { type ModelRequest, Seat, toArray } from '@convene/domain'
import { answerParts as answers, type Play, runOf, Stage } from '@convene/testkit'
import { expect, test } from 'vitest'
import { cast as crew, crewOf, planOf, step } from '../plan/crew.ts'
import { cast, type Says } from './cast.ts'
import { played } from './panel-cast.ts'

const seat = (slug: string, more: object = {}) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: `You are ${slug}.`, model: 'alpha/one', seat: 'member', ...more })
const lead = seat('lead', { seat: 'lead', execution: 'single', tools: 'none' })
const judge = seat('judge', { seat: 'judge', execution: 'single', tools: 'none' })
const members = [seat('ada', { role: 'reader', useFor: 'reading plans' }), seat('bert')]

/** The newest ask of a request, as its model reads it. */
function askIn({ lines }: ModelRequest): string {
  const asked = toArray(lines).findLast((line) => line.role === 'user' && line.text.startsWith('# '))
  return asked?.role === 'user' ? asked.text : ''
}

/** Says the next line of a list, and its last one again and again. */
function inTurn(...lines: readonly string[]): Play {
  let turn = 0
  return () => answers(lines[Math.min(turn++, lines.length - 1)] ?? '')
}

/** Every ask with another text than those before it, under its heading and a number. */
async function file(stage: Stage, mode: string, most: { readonly [heading: string]: number } = {}): Promise<void> {
  const asks = new Map<string, string[]>()
  for (const request of stage.requests) {
    const text = askIn(request)
    const heading = /^# (.+)/u.exec(text)?.[1] ?? ''
    const known = asks.get(heading) ?? []
    if (!known.includes(text) && known.length < (most[heading] ?? 1)) asks.set(heading, [...known, text])
  }
  for (const [heading, texts] of asks)
    for (const [index, text] of texts.entries()) {
      const name = `${heading.toLowerCase().replaceAll(/\W+/gu, '-')}${index > 0 ? `-${index + 1}` : ''}`
      await expect(`${text}\n`).toMatchFileSnapshot(`prompts/${mode}/${name.replace(/-$/u, '')}.md`)
    }
  expect([...asks.keys()].toSorted()).toMatchSnapshot()
}

const assigned = 'One reads, one asks.\n\n@worker:ADA\nRead the plan.\n@end\n@worker:BERT\nAsk the testers.\n@end'

async function ended(says: Says, run: Parameters<typeof runOf>[0]): Promise<Stage> {
  const stage = new Stage({ model: cast(says) })
  await stage.create(runOf(run))
  await stage.untilRest()
  return stage
}

test('one agent that goes over its answer', async () => {
  const says = { ada: inTurn('Friday.', 'Friday at nine.\n[[REFLECTION_COMPLETE]]') }
  const stage = await ended(says, { mode: 'agent', team: { members: [seat('ada')] }, settings: { mode: { reflect: true } } })
  await file(stage, 'agent', { Respond: 2 })
})

test('orchestrate, with a plan that assigns nobody at first', async () => {
  const says = {
    'lead Plan': inTurn('I think about it.', assigned),
    ada: inTurn('It is sound.'),
    bert: inTurn('They agree.'),
    'lead Synthesize': inTurn('Ship it.'),
  }
  await file(await ended(says, { mode: 'orchestrate', team: { lead, members } }), 'orchestrate', { Plan: 2 })
})

test('reflect, with a judge that gives no score at first', async () => {
  const says = {
    'lead Plan': inTurn(assigned),
    ada: inTurn('It is sound.'),
    bert: inTurn('They agree.'),
    'lead Synthesize': inTurn('Ship it.', 'Ship it on Friday morning, with a way back.'),
    'judge Evaluate': inTurn('Good.', 'SCORE: 0.5\nRATIONALE: No date.', 'SCORE: 0.95\nRATIONALE: All there.'),
  }
  await file(await ended(says, { mode: 'reflect', team: { lead, members, judge } }), 'reflect', { Plan: 2, Evaluate: 3 })
})

test('reflect without a judge, with a lead that does not commit itself at first', async () => {
  const says = {
    'lead Plan': inTurn(assigned),
    ada: inTurn('It is sound.'),
    bert: inTurn('They agree.'),
    'lead Synthesize': inTurn('Ship it.'),
    'lead Evaluate': inTurn('Good.', '[[GROUP_REFLECT_COMPLETE]]'),
  }
  await file(await ended(says, { mode: 'reflect', team: { lead, members } }), 'reflect-without-judge', { Evaluate: 2 })
})

test('plan, with everything that can be asked', async () => {
  const steps = [step('s1', 'coder'), step('s2', 'tester', { dependsOn: ['s1'] })]
  const lines = {
    planner: { Plan: ['First we write it.', planOf(...steps)], Options: ['Ask.', '- ask the user\n- guess'] },
    coder: { Task: ['HANDOFF: tester: they know it', 'BLOCKED: no key', 'It is there.'] },
    tester: { 'Review plan': ['Fine, I think.', 'CONCERNS: nobody reads s2'], Handoff: ['Well.', 'REFUSE: no time'] },
    reviewer: { Review: ['It looks fine.', 'REOPEN: no proof', 'ACCEPT'] },
  }
  const stage = new Stage({ model: crew(lines) })
  await stage.create(crewOf())
  await stage.untilRest()
  await file(stage, 'plan', { Plan: 3, 'Review plan': 2, Task: 4, Handoff: 2, Options: 2, Review: 3 })
})

test('a decision, with a vote that names no option at first, and a tie', async () => {
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
  const stage = new Stage({ model: cast(says) })
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
