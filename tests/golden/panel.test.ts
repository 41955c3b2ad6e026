import {
  answerParts as answers,
  askOf,
  callParts as wants,
  failureParts as fails,
  panelOf,
  type Play,
  SimulatedSession,
} from '@convene/testkit'
import { expect, test } from 'vitest'
import { type Lines, played, plays, report } from './panel-cast.ts'
import { keep } from './keep.ts'

const file = (stage: SimulatedSession, name: string) => keep(stage, `panel-${name}`)

test('a panel that agrees after the blind round closes at once', async () => {
  await file(await played({}), 'unanimous')
})

const position = (text: string, words: string, confidence = 70, changed = '') =>
  `${text}\nPOSITION: ${words}\nCONFIDENCE: ${confidence}${changed === '' ? '' : `\nCHANGED: ${changed}`}`

const ballot = (vote: string, more = '', confidence = 70) =>
  `POSITION: ${vote}\nCONFIDENCE: ${confidence}\nVOTE: ${vote}\nREASON: it is ${vote.toLowerCase()}${more}`

/** Ada waits, Bert ships, Cleo follows the panelist it believes. */
const divided: Lines = {
  Contribute: (agent, _text, nth) => {
    if (agent === 'ada') return position('Tests are red.', 'Wait', 80, nth > 1 ? 'no' : '')
    if (agent === 'bert') return position('Customers wait.', 'Ship', 90, nth > 1 ? 'no' : '')
    if (nth === 1) return position('I am not sure.', 'Ship behind a flag', 40)
    return position('The tests convince me.', 'Wait', 60, nth === 2 ? 'yes, because [m4] names the failing tests' : 'no')
  },
  'Converged?': (_agent, _text, nth) => (nth === 1 ? 'NOT_CONVERGED: cleo has just moved.' : 'CONVERGED: nothing new.'),
  Options: '- Wait [m4]\n- Ship [m5]\n- Ship behind a flag [m6]',
  'Final position': (agent) => (agent === 'bert' ? ballot('Ship', '', 90) : ballot('Wait')),
}

test('a panel debates, somebody is convinced, and the minority is heard', async () => {
  await file(await played(divided), 'debate')
})

test('a panelist who gives in without a reason is flagged', async () => {
  const script: Lines = {
    ...divided,
    Contribute: (agent, _text, nth) =>
      agent === 'cleo' && nth === 2 ? position('Fine.', 'Wait', 60, 'yes') : position(`${agent} argues.`, agent === 'bert' ? 'Ship' : agent === 'ada' || nth > 2 ? 'Wait' : 'Maybe'),
  }
  await file(await played(script), 'capitulation')
})

test('the head asks, the user answers, rejects the topic, edits the next one and approves', async () => {
  const stage = new SimulatedSession({
    model: plays({
      Clarify: (_agent, _text, nth) => (nth === 1 ? '1. Which Friday?\n2. Who is on call?' : 'CLEAR: thank you.'),
      Topic: (_agent, text) => (text.includes('What should change') ? 'Whether to ship on the 13th.' : 'Whether to ship.'),
    }),
  })
  await stage.create(panelOf({ settings: { yes: false } }))
  await stage.untilRest()
  await stage.tell({ type: 'answer', text: '1. The 13th. 2. Nobody.', by: 'person' })
  await stage.untilRest()
  await stage.tell({ type: 'reject', feedback: 'Name the day.', by: 'person' })
  await stage.untilRest()
  await stage.tell({ type: 'approve', text: 'Whether to ship on the 13th, with nobody on call.', by: 'person' })
  await stage.untilRest()
  const asks = stage.requests.map((request) => askOf(request).text).filter((text) => text.includes('with nobody on call'))
  expect(asks).toHaveLength(3)
  await file(stage, 'gate')
})

test('if nobody can be asked, given answers are used and the rest is assumed', async () => {
  const script: Lines = { Clarify: (_agent, _text, nth) => (nth === 1 ? '1. Which Friday?\n2. Who is on call?' : 'CLEAR: go on.') }
  await file(await played(script, { settings: { interactive: false, answers: ['The 13th.'] } }), 'unattended')
})

test('if nobody can be asked, and not everything was approved in advance, a question from the head waits', async () => {
  const script: Lines = { Clarify: (_agent, _text, nth) => (nth === 1 ? '1. Which Friday?\n2. Who is on call?' : 'CLEAR: go on.') }
  const stage = await played(script, { settings: { interactive: false, yes: false, answers: ['The 13th.'] } })
  const open = () => stage.events.filter(({ type }) => type === 'question.asked').length - stage.events.filter(({ type }) => type === 'question.answered').length
  expect([open(), stage.events.at(-1)?.type]).toEqual([1, 'question.asked'])
  await stage.tell({ type: 'answer', text: 'Nobody.', by: 'person' })
  await stage.untilRest()
  expect([open(), stage.events.filter(({ type }) => type === 'question.asked').at(-1)]).toMatchObject([1, { data: { gate: 'topic' } }])
})

test('a contribution that matches a prohibited pattern is shown to nobody, and its turn is used up', async () => {
  const script: Lines = {
    ...divided,
    Contribute: (agent, text, nth) =>
      agent === 'bert' && nth === 1
        ? position('The PassWord is swordfish.', 'Ship')
        : (divided.Contribute as (agent: string, text: string, nth: number) => string)(agent, text, nth),
  }
  const stage = await played(script, { limits: { prohibitedPatterns: ['pass(word|phrase)'] } })
  for (const request of stage.requests) expect(JSON.stringify(request.lines)).not.toContain('swordfish')
  await file(stage, 'blocked')
})

test('an answer that is too long is requested again, and cut if it is still too long', async () => {
  const long = (words: string) => position('Very long. '.repeat(60), words, 90)
  const script: Lines = {
    Contribute: (agent) => (agent === 'bert' ? position('Short.', 'Wait', 90) : long('Wait')),
    Redirect: (agent) => (agent === 'ada' ? position('Shorter.', 'Wait', 90) : long('Wait')),
    'Final position': ballot('Wait'),
  }
  const model: Play = (request, call) =>
    plays(script)(request, call).map((part) =>
      typeof part === 'object' && part.type === 'finish' && ['Contribute', 'Redirect'].includes(askOf(request).heading) ? { ...part, usage: null } : part,
    )
  const stage = new SimulatedSession({ model })
  await stage.create(panelOf({ limits: { maxTokensPerTurn: 60 } }))
  await stage.untilRest()
  await file(stage, 'too-long')
})

test('calls beyond the limit of a turn are not run, and the contribution is requested without them', async () => {
  const script: Lines = {
    Contribute: (agent) =>
      agent === 'ada' ? (request) => (request.lines.tail.at(-1)?.role === 'tool' ? answers(position('I looked.', 'Wait', 90)) : wants(['read', 'a.md'], ['read', 'b.md'], ['read', 'c.md'])) : position('I know.', 'Wait', 90),
    Redirect: position('I looked at two.', 'Wait', 90),
  }
  await file(await played(script, { limits: { maxToolCallsPerTurn: 2 } }), 'too-many-calls')
})

test('a panel waits for a tool that asks, then continues', async () => {
  const script: Lines = {
    Contribute: (agent) =>
      agent === 'ada' ? (request) => (request.lines.tail.at(-1)?.role === 'tool' ? answers(position('Written.', 'Wait', 90)) : wants(['write', 'a.md'])) : position('I know.', 'Wait', 90),
  }
  const stage = await played(script)
  await stage.tell({ type: 'permit', ask: [...stage.world.ledger(stage.session).asks.keys()][0] as never, answer: 'once', by: 'person' })
  await stage.untilRest()
  await file(stage, 'approval')
})

test.each([
  ['turns', { maxTurns: 4 }],
  ['time', { maxDuration: 0.02 }],
  ['tool-calls', { maxToolCalls: 1 }],
])('a limit on %s ends the debate, and the report is written', async (name, limits) => {
  const script: Lines = {
    ...divided,
    Contribute: (agent, text, nth) =>
      name === 'tool-calls' && agent === 'ada'
        ? (request) => (request.lines.tail.at(-1)?.role === 'tool' ? answers(position('I looked.', 'Wait')) : wants(['read', 'a.md'], ['list', '.']))
        : (divided.Contribute as (agent: string, text: string, nth: number) => string)(agent, text, nth),
  }
  const shared = plays(script)
  const stage = new SimulatedSession({ model: name === 'time' ? (request, call) => [300, ...shared(request, call)] : shared })
  await stage.create(panelOf({ limits }))
  await stage.untilRest()
  await file(stage, `limit-${name}`)
})

const dear = { models: { 'alpha/one': { price: { input: 1, output: 10 }, context: null } } }
test.each([
  ['tokens', { maxTotalTokens: 30_000 }],
  ['cost', { maxCostUsd: 0.2 }],
])('a limit on %s leaves the report its reserve', async (name, limits) => {
  const shared = plays(divided)
  const model: Play = (request, call) =>
    shared(request, call).map((part) =>
      typeof part === 'object' && part.type === 'finish' ? { ...part, usage: { input: 2_000, cached: 0, output: Math.min(1_000, request.maxOutput) } } : part,
    )
  const stage = new SimulatedSession({ model })
  await stage.create(panelOf({ limits, settings: dear, seat: { maxTokens: 1_500 } }))
  await stage.untilRest()
  await file(stage, `limit-${name}`)
})

test('a turn that takes too long ends, and the next panelist speaks', async () => {
  const script: Lines = { ...divided, Contribute: (agent, text, nth) => (agent === 'bert' && nth === 2 ? () => [{ type: 'text', text: 'Well' }, 'hangs'] : (divided.Contribute as (agent: string, text: string, nth: number) => string)(agent, text, nth)) }
  await file(await played(script, { limits: { maxTurnDuration: 1 } }), 'slow-turn')
})

const breaks: () => Play = () => () => fails('refused', { retryable: false })
const rejects: () => Play = () => () => fails('bad_request', { retryable: false })

test('a failed panelist is left out, and the others continue', async () => {
  const script: Lines = { ...divided, Contribute: (agent, text, nth) => (agent === 'bert' ? breaks() : (divided.Contribute as (agent: string, text: string, nth: number) => string)(agent, text, nth)) }
  await file(await played(script), 'one-fails')
})

test('a panel in which nobody can speak fails', async () => {
  await file(await played({ Contribute: breaks }), 'all-fail')
})

test('a head that fails fails the panel before it begins', async () => {
  await file(await played({ Topic: breaks }), 'head-fails')
})

test('a head that fails at the end leaves the record', async () => {
  await file(await played({ Synthesize: rejects }), 'report-fails')
})

test('a tie of panelists who are equally sure goes to the head', async () => {
  const script: Lines = { ...divided, 'Final position': (agent) => (agent === 'ada' ? ballot('Wait', '', 60) : agent === 'bert' ? ballot('Ship', '', 60) : ballot('None', '', 10)) }
  await file(await played(script), 'tie')
})

test('a tie with a veto goes to the head, and ranks are ignored', async () => {
  const script: Lines = {
    ...divided,
    'Final position': (agent) =>
      agent === 'ada'
        ? ballot('Wait', '\nRANK: Wait > Ship behind a flag > Ship\nVETO: an outage cannot be undone')
        : agent === 'bert'
          ? ballot('2', '\nRANK: 2 > 3 > 1')
          : 'POSITION: Neither\nCONFIDENCE: 20',
  }
  await file(await played(script), 'tie-head')
})

test('citations of missing messages are repaired, or removed', async () => {
  const wrong = report.replace('[m3]', '[m99]').replace('[m4, m5]', '[m4, m77]')
  await file(await played({ Synthesize: wrong, 'Repair citations': report }), 'citations-repaired')
  await file(await played({ Synthesize: wrong, 'Repair citations': wrong }), 'citations-struck')
})

test('a message from the user enters the board before the next turn; a question about status is answered by code', async () => {
  const stage = new SimulatedSession({ model: plays(divided) })
  await stage.create(panelOf())
  await stage.play(450)
  await stage.tell({ type: 'message', text: 'Mind the holiday.' })
  await stage.tell({ type: 'message', text: 'how long?' })
  await stage.tell({ type: 'message', text: 'What about you?', to: 'cleo' })
  await stage.untilRest()
  const hearing = stage.requests.filter((request) => askOf(request).text.includes('Mind the holiday.'))
  expect(hearing.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['ada', 'bert', 'cleo', 'mod', 'head']))
  await file(stage, 'user-message')
})

test('a panel is paused and resumed, stopped, reset and run again', async () => {
  const stage = new SimulatedSession({ model: plays({}) })
  await stage.create(panelOf())
  await stage.play(350)
  await stage.tell({ type: 'pause' })
  await stage.untilRest()
  await stage.tell({ type: 'resume' })
  await stage.play(50)
  await stage.tell({ type: 'stop' })
  await stage.untilRest()
  await stage.tell({ type: 'reset' })
  await stage.tell({ type: 'run', goal: 'And on Monday?', run: panelOf({ id: 'AGAIN' }) })
  await stage.untilRest()
  await file(stage, 'pause-stop-reset')
})

test('the head answers a follow-up with read-only tools, and a new run starts with nothing of the old one in the panelists’ context', async () => {
  const script: Lines = {
    'Follow-up': () => (request) => (request.lines.tail.at(-1)?.role === 'tool' ? answers('Because tests are red [m4].') : wants(['read', 'plan.md'])),
  }
  const stage = await played(script)
  await stage.tell({ type: 'message', text: 'Why wait?' })
  await stage.untilRest()
  const before = stage.requests.length
  await stage.tell({ type: 'run', goal: 'And on Monday?', run: panelOf({ id: 'AGAIN' }) })
  await stage.untilRest()
  const blind = stage.requests.slice(before).filter((request) => askOf(request).heading === 'Contribute')
  for (const { lines } of blind) expect(lines.size).toBe(1)
  await file(stage, 'follow-up')
})

test('the moderator picks the speakers and calls one of them back to the topic', async () => {
  const script: Lines = {
    ...divided,
    'Next speaker': (_agent, text) => `NEXT: ${[...text.matchAll(/Panelist [A-Z](?=[,?])/g)].at(-1)?.[0]}\nREDIRECT: all: Speak of Friday only.`,
  }
  const stage = await played(script, { settings: { mode: { moderatorPicks: true } } })
  expect(stage.requests.some((request) => askOf(request).text.includes('## From the moderator\n\nSpeak of Friday only.'))).toBe(true)
  await file(stage, 'moderator-picks')
})

test('a panelist that asks for more keeps the panel open, in the debate and once at its end', async () => {
  const script: Lines = {
    Contribute: (_agent, _text, nth) => position(nth === 1 ? 'Wait. [MORE_ANALYSIS_NEEDED]' : 'Fine.', 'Wait', 90, nth > 1 ? 'no' : ''),
    'Final position': (agent, _text, nth) => (agent === 'ada' && nth === 1 ? `[MORE_ANALYSIS_NEEDED]\n${ballot('Wait')}` : ballot('Wait')),
    'Converged?': 'CONVERGED: yes.',
  }
  await file(await played(script, { limits: { maxTurns: 20 } }), 'more-analysis')
})

test('the window over the board moves in steps, and everyone continues from the summary', async () => {
  const script: Lines = {
    Contribute: (agent, _text, nth) => position(`${agent} argues for the ${nth}. time.`, agent === 'ada' ? `Wait ${nth}` : 'Ship', 50, agent === 'ada' && nth > 1 ? 'yes, because [m4]' : ''),
    Summarize: 'They argued at length.',
    'Final position': ballot('Ship'),
    Options: '- Ship\n- Wait',
  }
  const stage = await played(script, { limits: { maxTurns: 36 } })
  const later = stage.requests.filter((request) => askOf(request).text.includes('They argued at length.') && request.agent !== 'head')
  expect(later.length).toBeGreaterThan(2)
  await file(stage, 'window')
})
