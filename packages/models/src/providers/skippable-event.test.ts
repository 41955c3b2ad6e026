import { describe, expect, test } from 'vitest'
import { isSkippable } from './skippable-event.ts'

const unread = (value: unknown) => isSkippable({ name: 'AI_TypeValidationError', value })

describe('an event that cannot be read', () => {
  test.each([
    ['a new type', { type: 'sparkle', mood: 'good' }],
    ['a known type without content', { type: 'content_block_stop' }],
    ['a notice of progress', { type: 'response.in_progress', response: { id: 'r' } }],
    ['an empty delta', { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }],
    [
      'the result of a tool that the provider runs',
      { contentBlockDelta: { delta: { toolResult: [{ text: 'hidden' }] } } },
    ],
    ['sources', { type: 'response.output_text.annotation.added', annotations: [{ text: 'a page' }] }],
  ])('is skipped if it is %s', (_what, value) => expect(unread(value)).toBe(true))

  test.each([
    ['text', { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hi' } }],
    ['text in a choice', { choices: [{ delta: { content: 'Hi' } }] }],
    ['part of a call', { choices: [{ delta: { tool_calls: [{ index: 0 }] } }] }],
    ['the start of a call', { contentBlockStart: { start: { toolUse: { name: 'read' } } } }],
    ['a Google call', { candidates: [{ content: { parts: [{ functionCall: { name: 'read' } }] } }] }],
    ['a delta without its text', { type: 'response.output_text.delta', delta: {} }],
    ['a count', { choices: [], usage: { prompt_tokens: 'many' } }],
    ['the end', { type: 'message_stop' }],
    ['the end of a response', { type: 'response.completed', response: {} }],
    ['a finish reason', { choices: [{ delta: {}, finish_reason: 'stop' }] }],
    ['an error', { type: 'error', error: { message: 'no' } }],
    ['an error without a type', { error: { message: 'no' } }],
  ])('ends the answer if it carries %s', (_what, value) => expect(unread(value)).toBe(false))

  test('ends the answer if it is not an object, or failed in another way', () => {
    expect(unread('text')).toBe(false)
    expect(unread(undefined)).toBe(false)
    expect(isSkippable({ name: 'AI_JSONParseError', value: {} })).toBe(false)
    expect(isSkippable(undefined)).toBe(false)
  })

  test('ends the answer if it is nested too deeply to tell', () => {
    let deep: unknown = {}
    for (let level = 0; level < 50; level++) deep = { inner: deep }
    expect(unread(deep)).toBe(false)
  })
})
