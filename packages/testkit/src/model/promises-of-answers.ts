import type { Json } from '@convene/domain'
import type { Contract } from '../contract/describe-contract.ts'
import { endsOf, type ModelFixture, partsOf, textOf } from './model-fixture.ts'

const live = () => new AbortController().signal

const usage = { input: 120, cached: 80, output: 30 }

/** What a model promises about complete answers. */
export const ofAnswers: Contract<ModelFixture> = {
  'gives text in parts that make up the answer, and then one finish': async (fixture, expect) => {
    const text = 'Apples are red, grün oder 🍏.\n\n- "quoted"\n- <tag> & \\ slash'
    fixture.tell({ does: 'answer', text, parts: 9, usage })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(textOf(parts)).toBe(text)
    expect(parts.every((part) => part.type !== 'text' || part.text !== '')).toBe(true)
    const counted = (cached: number) => [{ type: 'finish', finish: 'stop', usage: { ...usage, cached } }]
    // Servers that run models themselves do not report cached tokens.
    expect([counted(usage.cached), counted(0)]).toContainEqual(endsOf(parts))
    expect(parts.at(-1)?.type).toBe('finish')
  },

  'keeps reasoning out of the text': async (fixture, expect) => {
    fixture.tell({ does: 'answer', text: 'Yes.', reasoning: 'Let me think.' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(textOf(parts)).toBe('Yes.')
    const reasoning = parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join('')
    expect(['', 'Let me think.']).toContain(reasoning)
  },

  'gives complete, parsed calls in order, after the text and before the finish': async (fixture, expect) => {
    const calls: readonly { tool: string; input: Json }[] = [
      { tool: 'read', input: { path: 'a "b".md', lines: [1, 2], deep: { yes: true, none: null } } },
      { tool: 'read', input: { path: 'c.md' } },
    ]
    fixture.tell({ does: 'answer', text: 'I look.', calls })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(textOf(parts)).toBe('I look.')
    expect(parts.slice(-3)).toMatchObject([
      { type: 'call', ...calls[0] },
      { type: 'call', ...calls[1] },
      { type: 'finish', finish: 'tools' },
    ])
    expect(parts.some((part) => part.type === 'call' && part.invalid !== undefined)).toBe(false)
  },

  'marks a call with unreadable input as invalid, with the reason': async (fixture, expect) => {
    fixture.tell({ does: 'call badly', tool: 'read' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(parts.at(-2)).toMatchObject({ type: 'call', tool: 'read', invalid: expect.stringMatching(/\S/) })
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'tools' })
  },

  'says when an answer was cut at its length limit': async (fixture, expect) => {
    fixture.tell({ does: 'answer', text: 'Half a', finish: 'length' })
    const parts = await partsOf(fixture.model.stream(fixture.request, live()))
    expect(textOf(parts)).toBe('Half a')
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finish: 'length' })
  },

  'serves many streams at once, and again': async (fixture, expect) => {
    fixture.tell({ does: 'answer', text: 'The same for all.', parts: 3 })
    const ask = async () => textOf(await partsOf(fixture.model.stream(fixture.request, live())))
    const texts = await Promise.all([ask(), ask(), ask(), ask()])
    expect([...texts, await ask()]).toEqual(Array(5).fill('The same for all.'))
  },
}
