import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, type ModelRequest, toArray } from '@convene/domain'
import type { Model, ModelPart } from '@convene/engine'
import { openProgram, type Program } from '@convene/host'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { EvalPlan } from '../comparison/eval-plan.ts'
import type { EvalQuestion } from '../comparison/question.ts'
import { createEval } from './eval-folder.ts'
import { findingsOf } from './findings.ts'
import { openJournal } from './journal.ts'
import { spentSoFar } from './open-sessions.ts'
import { gradePair, gradingOf } from './pairs.ts'
import { runEval } from './run-eval.ts'
import { type EvalRequest, estimateEval, type ReadyEval, resumeEval, startEval } from './start-eval.ts'

type Say = (request: ModelRequest, text: string) => string | 'fail' | 'break off' | 'look'

const usage = { input: 1_000, cached: 0, output: 2_000 }

/** A model that answers with the function's result, at 21 cents per call. */
const modelOf = (say: Say): Model => ({
  async *stream(request): AsyncIterable<ModelPart> {
    const last = toArray(request.lines).findLast(({ role }) => role === 'user')
    const said = say(request, last?.role === 'user' ? last.text : '')
    if (said === 'fail') {
      yield { type: 'failed', code: 'bad_request', message: 'no', retryable: false }
      return
    }
    if (said === 'look') {
      yield { type: 'call', tool: 'glob', input: { pattern: '*' } }
      yield { type: 'finish', finish: 'tools', usage }
      return
    }
    yield { type: 'text', text: said }
    if (said === 'break off') {
      yield { type: 'failed', code: 'bad_request', message: 'no', retryable: false }
      return
    }
    yield { type: 'finish', finish: 'stop', usage }
  },
})

function opened(say: Say): Program {
  const folder = temporaryFolder()
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, workspace]) mkdirSync(path, { recursive: true })
  const provider = { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' }
  const price = { input: 10, output: 100 }
  const prices = { 'local/x': price, 'other/judge': price }
  const settings = { model: 'local/x', providers: { local: provider, other: provider }, prices }
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
  const options = { home, workspace, environment: {}, version: '1.2.3', model: modelOf(say) }
  const { program, close } = openProgram(options)
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  return program
}

const open = (id: string): EvalQuestion => ({
  id,
  question: `Why ${id}?`,
  options: [],
  topic: 'general',
  truth: null,
  rubric: '',
})
const known = (id: string): EvalQuestion => ({ ...open(id), truth: { kind: 'text', texts: ['yes'] } })

/** One recorded arm against the single model, so no panel has to be simulated. */
const request = (questions: readonly EvalQuestion[], more: Partial<EvalRequest> = {}): EvalRequest => ({
  name: 'test',
  questions,
  arms: ['single'],
  model: null,
  team: null,
  judge: null,
  grade: 'judge',
  recorded: {
    logged: Object.fromEntries(
      questions.map(({ id }) => [
        id,
        {
          text: `Recorded ${id}`,
          said: 'yes',
          probability: null,
          ballots: [],
          cost: { usd: 0, unpriced: 0, tokens: 0, calls: 0 },
          ms: 0,
        },
      ]),
    ),
  },
  ...more,
})

async function ready(program: Program, wanted: EvalRequest): Promise<ReadyEval> {
  const started = await startEval(program, wanted)
  assert(started.ok, started.ok ? '' : started.refusal.message)
  createEval(program.home, started.value.plan)
  return started.value
}

const run = (
  program: Program,
  started: ReadyEval,
  budgetUsd: number | null = null,
  { signal } = new AbortController(),
) =>
  runEval({
    program,
    ...started,
    budgetUsd,
    signal,
    progress: () => {},
    notice: () => {},
  })

const refusal = async (program: Program, wanted: EvalRequest): Promise<string> => {
  const started = await startEval(program, wanted)
  return started.ok ? '' : started.refusal.message
}

describe('an eval is refused before any model is called', () => {
  test.each([
    ['a single arm', request([known('a')], { recorded: {} }), 'at least two arms'],
    ['no judge for an open question', request([open('a')]), 'Name a judge'],
    ['a judge with nothing to judge', request([known('a')], { judge: 'other/judge' }), 'known answer'],
    [
      'self-consistency for prose',
      request([open('a')], { arms: ['single', 'self-consistency'] }),
      'counts equal answers',
    ],
    ["a judge from a seat's vendor", request([open('a')], { judge: 'local/y' }), 'same vendor'],
    ['the rehearsal model', request([known('a')], { model: 'rehearsal/offline' }), 'only quotes'],
    ['an unknown model', request([known('a')], { model: 'nobody/x' }), 'nobody'],
  ])('with %s', async (_what, wanted, why) => {
    const program = opened(() => assert(false, 'a model was asked') as never)
    expect(await refusal(program, wanted)).toContain(why)
  })
})

test('every arm has the same reasoning level, the judge its own, and a resume keeps them', async () => {
  const program = opened(() => 'yes')
  const wanted = request([open('a')], { arms: ['single', 'panel'], judge: 'other/judge', reasoning: 'high' })
  const { plan, prepared } = await ready(program, wanted)
  const levels = ({ starts }: typeof prepared) =>
    [starts.sample, starts.panel, starts.judge].map((start) => start?.settings.reasoning)
  expect(levels(prepared)).toEqual(['high', 'high', undefined])
  const resumed = await resumeEval(program, EvalPlan.parse(JSON.parse(JSON.stringify(plan))))
  expect(resumed.ok && levels(resumed.value.prepared)).toEqual(['high', 'high', undefined])
})

test('a judge is asked in both orders, and one that always prefers the first answer does not count', async () => {
  const seen: string[] = []
  const program = opened((_request, text) => {
    if (!text.includes('## Answer 1')) return 'Alone'
    seen.push(/## Answer 1\n\n(\w+)/u.exec(text)?.[1] ?? '')
    // It prefers the recorded answer for the first question, and the first place for the second.
    return text.includes('Why a?') ? `BETTER: ${seen.at(-1) === 'Recorded' ? 1 : 2}` : 'BETTER: 1'
  })
  const started = await ready(program, request([open('a'), open('b')], { judge: 'other/judge' }))
  expect(await run(program, started)).toBe('done')
  expect(seen.toSorted()).toEqual(['Alone', 'Alone', 'Recorded', 'Recorded'])
  expect(findingsOf(started.plan, started.journal).judged).toMatchObject([
    { question: 'a', better: 'logged' },
    { question: 'b', better: null },
  ])
})

test('a budget is never exceeded, and a higher one continues where it stopped', async () => {
  const program = opened(() => 'ANSWER: yes\nCONFIDENCE: 90')
  const questions = Array.from({ length: 12 }, (_, place) => known(`q${place}`))
  const started = await ready(program, request(questions))
  expect(estimateEval(started).usd).toBeGreaterThan(0)
  expect(await run(program, started, 1.5)).toBe('budget')
  const answered = () => findingsOf(started.plan, openJournal(program.home, started.plan)).answers.length - 12
  expect(started.journal.spentUsd()).toBeLessThanOrEqual(1.5)
  expect(answered()).toBeGreaterThan(0)
  expect(answered()).toBeLessThan(12)
  const again = { ...started, journal: openJournal(program.home, started.plan, true) }
  expect(await run(program, again, 50)).toBe('done')
  expect(answered()).toBe(12)
})

/** An eval with one question, interrupted during the first of two calls. */
async function interrupted(budgetUsd: number | null) {
  const stopping = new AbortController()
  let calls = 0
  const program = opened(({ lines }) => {
    calls += 1
    stopping.abort()
    return toArray(lines).some(({ role }) => role === 'assistant') ? 'ANSWER: yes\nCONFIDENCE: 90' : 'look'
  })
  const started = await ready(program, request([known('a')]))
  expect(await run(program, started, budgetUsd, stopping)).toBe('interrupted')
  return async (budget: number) => {
    const journal = openJournal(program.home, started.plan, true)
    const end = await run(program, { ...started, journal }, budget)
    return { end, calls, cents: Math.round(100 * (await spentSoFar(program, journal))) }
  }
}

test('an interrupted run’s spending counts after a resume, and it continues within its cap', async () => {
  const resume = await interrupted(1)
  expect(await resume(0.4)).toEqual({ end: 'budget', calls: 1, cents: 21 })
  expect(await resume(1)).toEqual({ end: 'done', calls: 2, cents: 42 })
})

test('an interrupted run that may spend more than is left is replaced by a new one', async () => {
  const resume = await interrupted(null)
  expect(await resume(1)).toEqual({ end: 'done', calls: 3, cents: 63 })
  expect(await resume(1)).toEqual({ end: 'done', calls: 3, cents: 63 })
})

test('a broken-off call is counted once', async () => {
  const program = opened(() => 'break off')
  const started = await ready(program, request([known('a')]))
  await run(program, started)
  expect(findingsOf(started.plan, started.journal).answers[0]?.cost.calls).toBe(1)
})

test('a failed run is neither right nor wrong, and a resume tries it again', async () => {
  let isDown = true
  const program = opened(() => (isDown ? 'fail' : 'ANSWER: yes\nCONFIDENCE: 90'))
  const started = await ready(program, request([known('a')]))
  expect(await run(program, started)).toBe('done')
  expect(findingsOf(started.plan, started.journal).answers[0]?.failed).toContain('bad_request')
  isDown = false
  const again = { ...started, journal: openJournal(program.home, started.plan, true) }
  expect(await run(program, again)).toBe('done')
  expect(findingsOf(started.plan, again.journal).answers[0]).toMatchObject({ said: 'yes', probability: 0.9 })
})

test('grades are stored by arm although the user sees no names, and the last one counts', async () => {
  const program = opened(() => 'Alone')
  const started = await ready(program, request([open('a'), open('b')], { grade: 'human' }))
  await run(program, started)
  const { plan, journal } = started
  const { next } = gradingOf(plan, journal)
  expect(JSON.stringify(next)).not.toContain('single')
  const isFirst = next?.answers[0] === 'Alone'
  expect(gradePair(plan, journal, 1, 1).ok).toBe(true)
  expect(gradePair(plan, journal, 9, 1).ok).toBe(false)
  const better = () => findingsOf(plan, openJournal(program.home, plan)).graded
  expect(better()).toMatchObject([{ question: 'a', better: isFirst ? 'single' : 'logged' }])
  gradePair(plan, journal, 1, null)
  expect(better()).toEqual([])
  gradePair(plan, journal, 1, 0)
  expect(better()).toMatchObject([{ question: 'a', better: null }])
  expect(gradingOf(plan, journal)).toMatchObject({ graded: 1, total: 2, last: 1, verdict: [] })
})

test('a journal cut off in the middle of a line is read up to there, and continues after it', async () => {
  const program = opened(() => 'ANSWER: yes')
  const { plan, journal } = await ready(program, request([known('a')]))
  journal.add({ type: 'started', unit: 'sample 0 a', session: 'S1' })
  writeFileSync(join(program.home, 'evals', plan.id, 'journal.jsonl'), '\n{"type":"star', { flag: 'a' })
  const again = openJournal(program.home, plan)
  expect(again.session('sample 0 a')).toBe('S1')
  again.add({ type: 'sized', samples: 4, note: '' })
  expect(openJournal(program.home, plan).sized?.samples).toBe(4)
})
