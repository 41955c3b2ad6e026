import type { Contract } from '../contract/describe-contract.ts'
import { endsOf, type ModelFixture, partsOf } from './model-fixture.ts'

const live = () => new AbortController().signal

/** What a model promises about incomplete answers. */
export const ofFailures: Contract<ModelFixture> = {
  'reports a failure as the last part, with the time to wait, and never throws': async (fixture, expect) => {
    fixture.tell({ does: 'fail', code: 'rate_limited' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(endsOf(parts)).toHaveLength(1)
    expect(parts.at(-1)).toMatchObject({
      type: 'failed',
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 7_000,
      message: expect.stringMatching(/\S/),
    })
  },

  'says which failures a retry cannot fix': async (fixture, expect) => {
    fixture.tell({ does: 'fail', code: 'unauthorized' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(parts.at(-1)).toMatchObject({ type: 'failed', code: 'unauthorized', retryable: false })
  },

  'treats an answer without a finish as truncated': async (fixture, expect) => {
    fixture.tell({ does: 'break off' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(parts.some((part) => part.type === 'finish')).toBe(false)
    for (const end of endsOf(parts)) expect(end).toMatchObject({ code: 'stream_truncated', retryable: true })
  },

  'treats an empty answer as a failure': async (fixture, expect) => {
    fixture.tell({ does: 'answer', text: ' \n ' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(parts.at(-1)).toMatchObject({ type: 'failed', code: 'empty_reply', retryable: true })
  },

  'answers again after a failure': async (fixture, expect) => {
    fixture.tell({ does: 'fail', code: 'rate_limited' })
    await partsOf(fixture.model.stream(fixture.request, live()))
    fixture.tell({ does: 'answer', text: 'Well again.' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'stop' })
  },

  'ends without a finish when aborted before it began': async (fixture, expect) => {
    fixture.tell({ does: 'answer', text: 'Too late.' })
    const parts = await partsOf(fixture.model.stream(fixture.request, AbortSignal.abort()))
    expect(parts.some((part) => part.type === 'finish' || part.type === 'call')).toBe(false)
  },

  'ends without a finish when aborted in the middle, even if the other side hangs': async (fixture, expect) => {
    fixture.tell({ does: 'hang' })
    const abort = new AbortController()
    const heard: string[] = []
    for await (const part of fixture.model.stream(fixture.request, abort.signal)) {
      heard.push(part.type)
      if (part.type === 'text') abort.abort()
    }
    expect(heard).toContain('text')
    expect(heard).not.toContain('finish')
  },

  'closes the connection when the consumer stops reading': async (fixture, expect) => {
    fixture.tell({ does: 'hang' })
    for await (const part of fixture.model.stream(fixture.request, live())) if (part.type === 'text') break
    fixture.tell({ does: 'answer', text: 'Next.' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(parts.at(-1)?.type).toBe('finish')
  },
}
