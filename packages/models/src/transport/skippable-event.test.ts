import { describe, expect, test } from 'vitest'
import { passedOver, unreadable } from './skippable-event.ts'

const unread = (value: unknown) => passedOver({ name: 'AI_TypeValidationError', value })

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
  ])('is skipped if it is %s', (_what, value) => expect(unread(value)).toBe('unseen'))

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
  ])('ends the answer if it carries %s', (_what, value) => expect(unread(value)).toBeUndefined())

  test.each([
    ['an unknown type with text', { type: 'sparkle', text: 'Hi' }],
    ['an unknown delta', { type: 'content_block_delta', index: 0, delta: { type: 'sparkle_delta', sparkle: 'x' } }],
  ])('is skipped if it has %s: services may add such events at any time', (_what, value) =>
    expect(unread(value)).toBe('unseen'),
  )

  test.each([
    ['an unknown type with a call', { type: 'sparkle', tool_calls: [{ id: 'a' }] }],
    ['an unknown type with an error', { type: 'sparkle', error: { message: 'no' } }],
  ])('ends the answer if it has %s', (_what, value) => expect(unread(value)).toBeUndefined())

  test.each([['text'], [null], [42], [['a']]])('leaves a gap if it is %j', (value) => expect(unread(value)).toBe('gap'))

  test.each([['{"choices":[{"delta":{"content":"App'], ['upstream connect error'], ['<html>']])(
    'leaves a gap if it is not JSON, such as %s',
    (text) => expect(passedOver(unreadable(text))).toBe('gap'),
  )

  test.each([
    ['{"choices":[{"delta":{"tool_calls":[{"index":0,"fun'],
    ['{"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{'],
    ['{"choices":[{"delta":{},"finish_reason":"length"'],
    ['{"type":"message_delta","delta":{"stop_rea'],
    ['{"error":{"message":"over'],
  ])('ends the answer if it is not JSON and could be part of a call, or the end: %s', (text) =>
    expect(passedOver(unreadable(text))).toBeUndefined(),
  )

  test('ends the answer if it failed in another way', () => {
    expect(unread(undefined)).toBeUndefined()
    expect(passedOver({ name: 'AI_JSONParseError' })).toBeUndefined()
    expect(passedOver(undefined)).toBeUndefined()
  })

  test('ends the answer if it is nested too deeply to tell', () => {
    let deep: unknown = {}
    for (let level = 0; level < 50; level++) deep = { inner: deep }
    expect(unread(deep)).toBeUndefined()
  })
})
