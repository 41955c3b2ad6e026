import { type CallId, type EffectKey, fact, type Session } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import {
  assigned,
  child,
  modelStarted,
  recordedAs,
  replied,
  root,
  runFinished,
  runStarted,
  taskFinished,
  used,
} from './recorded-run.fixture.ts'
import { type FinishedSpan, spanMaker } from './spans.ts'
import { readTraceparent } from './trace-context.ts'

const call = 'c1-1' as CallId
const write = `${root.task}/c1-1.1` as EffectKey

const wholeRun = recordedAs(
  [1_000, runStarted()],
  [1_010, assigned(root), modelStarted('say1.1', root)],
  [
    2_000,
    fact(
      'model.failed',
      { effect: 'say1.1' as EffectKey, code: 'rate_limited', message: 'slow down', outcome: 'retry', retryable: true },
      root,
    ),
  ],
  [3_000, modelStarted('say1.2', root, 2)],
  [4_000, replied('say1.2', root), used('say1.2', root)],
  [4_100, fact('tool.called', { call, tool: 'write', input: { path: 'a.md' }, resources: [] }, root)],
  [4_200, fact('effect.started', { effect: write, kind: 'tool', attempt: 1, call, timeoutMs: 1 }, root)],
  [4_900, fact('tool.finished', { effect: write, call, ok: false, output: 'the output', ms: 700 }, root)],
  [5_000, assigned(child), modelStarted('child/say1.1', child)],
  [6_000, used('child/say1.1', child), replied('child/say1.1', child), taskFinished(child, 1_000)],
  [9_000, taskFinished(root, 7_990), runFinished('completed', 'answered')],
)

function spansOf(appends: typeof wholeRun, content = false): readonly FinishedSpan[] {
  const { spansOf } = spanMaker({ content })
  return appends.flatMap((append) => spansOf(append))
}

/** Names each span's parent, so that the output reads as a tree. */
function tree(spans: readonly FinishedSpan[]): readonly string[] {
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name ?? 'nobody'
  return spans.map(({ name, parentId, start, end }) => `${nameOf(parentId)} > ${name} ${start}-${end}`)
}

describe('the spans of a run', () => {
  test('are run, task, model call and tool call, with correct times', () => {
    expect(tree(spansOf(wholeRun))).toEqual([
      'invoke_agent Ada > chat gpt-5.2 1010-2000',
      'invoke_agent Ada > chat gpt-5.2 3000-4000',
      'invoke_agent Ada > execute_tool write 4200-4900',
      'invoke_agent Bert > chat gpt-5.2 5000-6000',
      'invoke_agent Ada > invoke_agent Bert 5000-6000',
      'invoke_workflow broadcast > invoke_agent Ada 1010-9000',
      'nobody > invoke_workflow broadcast 1000-9000',
    ])
  })

  test('share one trace', () => {
    const traces = new Set(spansOf(wholeRun).map(({ traceId }) => traceId))
    expect([...traces]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test('name a call’s provider, model and usage, in whatever order the facts arrive', () => {
    const expected = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.2',
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 40,
      'gen_ai.usage.cache_read.input_tokens': 100,
      'gen_ai.response.finish_reasons': ['stop'],
    }
    const [, usedAfter, , usedBefore] = spansOf(wholeRun)
    expect(usedAfter?.attributes).toMatchObject({ ...expected, 'convene.attempt': 2 })
    expect(usedBefore?.attributes).toMatchObject(expected)
  })

  test('report a failure with its code', () => {
    const failures = spansOf(wholeRun).flatMap(({ name, failure }) => (failure ? [`${name}: ${failure}`] : []))
    expect(failures).toEqual(['chat gpt-5.2: rate_limited', 'execute_tool write: tool_failed'])
    const failed = recordedAs([1, runStarted()], [2, runFinished('failed', 'error:provider')])
    expect(spansOf(failed).map(({ failure }) => failure)).toEqual(['error:provider'])
  })

  test('carry no text unless enabled', () => {
    const texts = /the (brief|report|reply|output|summary)|a\.md/
    expect(JSON.stringify(spansOf(wholeRun))).not.toMatch(texts)
    const said = JSON.stringify(spansOf(wholeRun, true))
    for (const text of ['the brief', 'the report', 'the reply', 'the output', 'the summary', 'a.md']) {
      expect(said).toContain(text)
    }
  })
})

test('a failed plan and a single agent are named according to the conventions', () => {
  const [plan] = spansOf(
    recordedAs(
      [1, runStarted('plan')],
      [2, fact('task.assigned', { to: 'ada', description: 'Plan it.', kind: 'plan' } as never, root)],
      [3, taskFinished(root, 1)],
    ),
  )
  expect(plan).toMatchObject({ name: 'plan Ada', attributes: { 'gen_ai.operation.name': 'plan' } })
  const alone = spansOf(
    recordedAs([1, runStarted('agent')], [2, assigned(root)], [3, taskFinished(root, 1), runFinished('completed', '')]),
  )
  expect(tree(alone)).toEqual(['nobody > invoke_agent Ada 2-3'])
})

test("an agent's span has its model and the usage of all its calls", () => {
  const calls = recordedAs(
    [1, runStarted(), assigned(root), modelStarted('say1.1', root)],
    [2, replied('say1.1', root), used('say1.1', root), modelStarted('say2.1', root)],
    [3, replied('say2.1', root), used('say2.1', root), taskFinished(root, 2)],
  )
  expect(spansOf(calls).at(-1)?.attributes).toMatchObject({
    'gen_ai.agent.id': 'ada',
    'gen_ai.agent.name': 'Ada',
    'gen_ai.agent.description': 'Ada answers.',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.usage.input_tokens': 1_800,
    'gen_ai.usage.output_tokens': 80,
    'convene.cost_usd': 0.02,
  })
})

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const startedBy = (trace?: string) =>
  ({
    id: '01JSESSION',
    run: { id: '01JRUN', since: 1_000, ...runStarted('broadcast', trace).data },
  }) as unknown as Session

describe.each([
  { who: 'the user', trace: undefined, top: undefined },
  { who: 'a traced program', trace: caller, top: 'b7ad6b7169203331' },
])('a run that $who started and another process continued', ({ trace, top }) => {
  const first = spanMaker({ content: false })
  const second = spanMaker({ content: false })
  const [, ...rest] = wholeRun
  const begun = [...recordedAs([1_000, runStarted('broadcast', trace)]), ...rest.slice(0, 3)].flatMap(first.spansOf)
  second.opened(startedBy(trace))
  const lost = recordedAs([7_500, fact('effect.lost', { effect: 'say1.2' as EffectKey }, root)])
  const resumed = [...lost, ...wholeRun.slice(10)].flatMap(second.spansOf)

  test('stays one trace in which each span has its parent', () => {
    expect(tree([...begun, ...resumed])).toEqual([
      'invoke_agent Ada > chat gpt-5.2 1010-2000',
      'invoke_workflow broadcast > invoke_agent Ada 1010-9000',
      'nobody > invoke_workflow broadcast 1000-9000',
    ])
    const ids = new Set([...begun, ...resumed].map(({ traceId }) => traceId))
    expect(ids.size).toBe(1)
    if (trace) expect(trace).toContain([...ids].join())
    expect(resumed.at(-1)?.parentId).toBe(top)
  })

  test("is marked as resumed, with the run's id", () => {
    for (const { attributes } of resumed) {
      expect(attributes).toMatchObject({ 'convene.resumed': true, 'convene.run.id': '01JRUN' })
    }
  })
})

test.each([
  ['nothing', undefined],
  ['words', 'hello'],
  ['a trace that its caller does not record', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'],
  ['zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
  ['a line break', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nx: y'],
])('%s is not accepted as a parent span', (_what, trace) => {
  expect(readTraceparent(trace)).toBeUndefined()
  expect(spansOf(recordedAs([1, runStarted('broadcast', trace)], [2, runFinished('completed', '')]))).toMatchObject([
    { parentId: undefined },
  ])
})
