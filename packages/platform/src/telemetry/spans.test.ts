import { type CallId, type EffectKey, fact } from '@convene/domain'
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
  const spans = spanMaker({ content })
  return appends.flatMap((append) => spans(append))
}

/** Names each span's parent, so that the output reads as a tree. */
function tree(spans: readonly FinishedSpan[]): readonly string[] {
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name ?? 'nobody'
  return spans.map(({ name, parentId, start, end }) => `${nameOf(parentId)} > ${name} ${start}-${end}`)
}

describe('the spans of a run', () => {
  test('are run, task, model call and tool call, with true times', () => {
    expect(tree(spansOf(wholeRun))).toEqual([
      'invoke_agent ada > chat openai/gpt-5.2 1010-2000',
      'invoke_agent ada > chat openai/gpt-5.2 3000-4000',
      'invoke_agent ada > execute_tool write 4200-4900',
      'invoke_agent bert > chat openai/gpt-5.2 5000-6000',
      'invoke_agent ada > invoke_agent bert 5000-6000',
      'run agent > invoke_agent ada 1010-9000',
      'nobody > run agent 1000-9000',
    ])
  })

  test('share one trace', () => {
    const traces = new Set(spansOf(wholeRun).map(({ traceId }) => traceId))
    expect([...traces]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test('name the provider, the model and the usage of a call, in whatever order the facts arrive', () => {
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
    expect(failures).toEqual(['chat openai/gpt-5.2: rate_limited', 'execute_tool write: tool_failed'])
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

describe('a run continued by another process', () => {
  const first = spanMaker({ content: false })
  const second = spanMaker({ content: false })
  const begun = wholeRun.slice(0, 4).flatMap((append) => first(append))
  const lost = recordedAs([7_500, fact('effect.lost', { effect: 'say1.2' as EffectKey }, root)])
  const resumed = [...lost, ...wholeRun.slice(10)].flatMap((append) => second(append))

  test('stays one trace in which each span has its parent', () => {
    expect(tree([...begun, ...resumed])).toEqual([
      'invoke_agent ada > chat openai/gpt-5.2 1010-2000',
      'run > invoke_agent ada 1010-9000',
      'nobody > run 7500-9000',
    ])
    expect(new Set([...begun, ...resumed].map(({ traceId }) => traceId)).size).toBe(1)
  })

  test("is marked as resumed, with the run's id", () => {
    for (const { attributes } of resumed) {
      expect(attributes).toMatchObject({ 'convene.resumed': true, 'convene.run.id': '01JRUN' })
    }
  })
})
