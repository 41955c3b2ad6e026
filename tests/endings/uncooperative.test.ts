import { type Facts, type FinalState, modes, type RunStart } from '@convene/domain'
import { answerOf, endingText } from '@convene/reading'
import { answerParts, askOf, type Play, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { exitCodeFor } from '../../apps/cli/src/run/exit-code.ts'
import { plays } from '../golden/panel-cast.ts'
import { planOf, step } from '../plan/crew.ts'
import { ending } from '../plan/story.ts'
import { unattended } from './teams.ts'

const usage = { input: 50, cached: 0, output: 10 }
const REFUSAL = "I'm sorry, but I can't help with that."
/** In the words of an error or a summary, not in those of the model. */
const REFUSED = /[Ii]t (?:only refuses|refused)/u
const formIn = (ask: string): string => ask.split('\n\n').at(-1) ?? ask

const uncooperative: { readonly [name: string]: Play } = {
  rambles: ({ effect }) =>
    answerParts(`${'Much can be said about this, and it depends on many things. '.repeat(40)}(${effect})`),
  refuses: () => answerParts(REFUSAL),
  'refuses by a filter': () => [{ type: 'failed', code: 'refused', message: 'The model refused.', retryable: false }],
  'repeats the form': (request) => answerParts(formIn(askOf(request).text)),
  'repeats the ask': (request) => answerParts(askOf(request).text),
  'says nothing': () => [{ type: 'finish', finish: 'stop', usage }],
  'is cut off': () => [
    { type: 'text', text: 'First of all, we should look at' },
    { type: 'finish', finish: 'length', usage },
  ],
}

/** Does what it is asked. */
const willing: Play = (request, call) => {
  const { heading, text } = askOf(request)
  if (heading === 'Plan') return answerParts(/"steps"/u.test(text) ? planOf(step('s1', 'ada')) : PLAN)
  if (heading === 'Respond') return answerParts('Wait until the tests pass.\n\n[[REFLECTION_COMPLETE]]')
  if (heading === 'Evaluate') return answerParts('SCORE: 1\nRATIONALE: It is done.')
  if (heading === 'Review plan') return answerParts('APPROVE')
  return heading === 'Review' ? answerParts('ACCEPT') : plays({})(request, call)
}
const PLAN = '@worker:ADA\nLook at the tests.\n@end\n@worker:BERT\nLook at the risks.\n@end'

type Decided = NonNullable<Facts['run.finished']['decision']>
type Who = 'everybody' | 'a member' | 'the lead' | 'the judge'
const seats: { readonly [who in Who]: readonly string[] } = {
  everybody: ['ada', 'bert', 'head', 'mod'],
  'a member': ['ada'],
  'the lead': ['head'],
  'the judge': ['mod'],
}

/** `done`, `incomplete` or `failed`, for each of the models above in their order. */
type Ends = readonly [string, string, string, string, string, string, string]
const all = (end: string): Ends => [end, end, end, end, end, end, end]
const [DONE, FAILED, INCOMPLETE] = [all('done'), all('failed'), all('incomplete')]

/** Nobody can tell whether a single text says enough, so one that only rambles is an answer. */
const ANSWERED: Ends = ['done', 'failed', 'failed', 'failed', 'failed', 'failed', 'incomplete']
const ONE_OF_TWO: Ends = ['done', ...INCOMPLETE.slice(1)] as unknown as Ends
/** Nothing is decided and the report is the Head's text, or there is none. */
const UNDECIDED: Ends = ['incomplete', 'incomplete', 'failed', 'incomplete', 'incomplete', 'failed', 'incomplete']
/** A decision needs no Head, once it has opened the panel. */
const DECIDED: Ends = ['done', 'incomplete', 'failed', 'incomplete', 'incomplete', 'failed', 'done']

const expected: { readonly [name: string]: { readonly [who in Who]?: Ends } } = {
  agent: { everybody: ANSWERED },
  'agent, which reflects': {
    everybody: ['incomplete', 'failed', 'failed', 'failed', 'failed', 'failed', 'incomplete'],
  },
  broadcast: { everybody: ANSWERED, 'a member': ONE_OF_TWO },
  sequential: { everybody: ANSWERED, 'a member': ONE_OF_TWO },
  delegate: { everybody: ANSWERED, 'the lead': ONE_OF_TWO },
  orchestrate: { everybody: FAILED, 'a member': ONE_OF_TWO, 'the lead': FAILED },
  reflect: { everybody: FAILED, 'a member': ONE_OF_TWO, 'the lead': FAILED, 'the judge': INCOMPLETE },
  plan: {
    everybody: FAILED,
    'a member': ['done', 'failed', 'failed', 'failed', 'failed', 'failed', 'done'],
    'the lead': FAILED,
  },
  'panel, decide': { everybody: UNDECIDED, 'a member': INCOMPLETE, 'the lead': DECIDED, 'the judge': DONE },
  'panel, discuss': { everybody: UNDECIDED, 'a member': INCOMPLETE, 'the lead': DECIDED, 'the judge': DONE },
}

test('every mode is walked', () => {
  expect(new Set(Object.keys(expected).map((name) => name.split(',')[0]))).toEqual(new Set(Object.keys(modes)))
})

const words: { readonly [state in FinalState]: string } = {
  completed: 'done',
  cancelled: 'incomplete',
  failed: 'failed',
}
const exits: { readonly [state in FinalState]: number } = { completed: 0, cancelled: 3, failed: 1 }

function start(name: string): RunStart {
  const [mode = '', variant = ''] = name.split(', ')
  const settings: RunStart['settings']['mode'] =
    variant === '' ? {} : variant === 'which reflects' ? { reflect: true } : { protocol: variant }
  const { team } = unattended(mode)
  return unattended(mode, { limits: modes[mode]?.limits(team) ?? {}, settings: { mode: settings } })
}

async function walked(name: string, who: Who, model: Play): Promise<SimulatedSession> {
  const isPoor = (agent: string) => seats[who].includes(agent)
  const stage = new SimulatedSession({
    model: (request, call) => (isPoor(String(request.agent)) ? model : willing)(request, call),
  })
  await stage.create(start(name))
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

const walks = Object.entries(expected).flatMap(([name, ends]) =>
  (Object.entries(ends) as [Who, Ends][]).flatMap(([who, each]) =>
    Object.keys(uncooperative).map((model, index) => [name, who, model, each[index] ?? ''] as const),
  ),
)

/** A panel's first line says what it decided, and programs read the same. */
function expectDecision(said: string, decided: Decided | undefined): void {
  if (said !== '') expect(said).toMatch(decided?.option ? `Decision: ${decided.option} (by` : /^\*\*Undecided\.\*\* /u)
}

/** Neither a refusal nor a copy of the ask is delivered as a result, and an end without one says why. */
function expectNoResult(said: string, model: string, end: string, events: SimulatedSession['events']): void {
  expect(said.split('\n')).not.toContain(REFUSAL)
  expect(said).not.toMatch(/^(?:Ship on Friday\?|# (?:Respond|Synthesize|Repair))/mu)
  if (model === 'refuses' && end === 'failed') expect(JSON.stringify(events)).toMatch(REFUSED)
}

describe('a run ends as what it is, in its state, exit code, first line and JSON:', () => {
  test.each(walks)('%s, if %s %s: %s', async (name, who, model, end) => {
    const stage = await walked(name, who, uncooperative[model] ?? willing)
    const session = await stage.engine.state(stage.session)
    const json = ending(stage)
    if (!json) throw new Error('It did not end.')
    expect(words[json.state]).toBe(end)
    expect(exitCodeFor(session, stage.events)).toBe(exits[json.state])

    const last = endingText(json.state, json.reason, json.lacks)
    expect(last).toMatch(new RegExp(`^${end}`, 'iu'))
    if (end !== 'done') expect(last, 'and why').toMatch(/: \S/u)
    if (end !== 'done') expect(json.summary).not.toMatch(/^Goal met/u)

    const said = answerOf(session, stage.events)
    if (name.startsWith('panel')) expectDecision(said, json.decision)
    else expect(json).not.toHaveProperty('decision')
    if (/^(?:refuses|repeats)/u.test(model)) expectNoResult(said, model, end, stage.events)
  })
})

describe('an answer that only looks like none is delivered', () => {
  const answered = async (goal: string, text: string) => {
    const stage = new SimulatedSession({ model: () => answerParts(text) })
    await stage.create(unattended('agent'), goal)
    await stage.untilRest()
    return ending(stage)
  }

  test.each([
    ['Write a polite refusal in one sentence.', REFUSAL],
    ['Correct this: Teh tests do not pass yet.', 'The tests do not pass yet.'],
    ['Correct this:\n\nThe tests do not pass yet.', 'The tests do not pass yet.'],
    ['Which one is faster?', 'I cannot help with the choice, because nobody has measured it.'],
    ['Good morning, team!', 'Good morning, team!'],
  ])('%j answered with %j', async (goal, text) => {
    expect(await answered(goal, text)).toMatchObject({ state: 'completed', summary: text })
  })
})

test.each(['\u3164', '\u200b\u2060', '\u001b[0m', '<!-- All tests pass. -->', '```\n```', '&nbsp;'])(
  'a team that only says %j has said nothing',
  async (text) => {
    for (const name of ['agent', 'broadcast', 'plan']) {
      const stage = await walked(name, 'everybody', () => answerParts(text))
      expect([name, ending(stage)?.state]).toEqual([name, 'failed'])
    }
  },
)
