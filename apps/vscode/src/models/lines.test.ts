import { type CallId, type ContextLine, listOf } from '@convene/domain'
import { expect, test } from 'vitest'
import { editorMessages } from './lines.ts'

const call = (id: string) => ({ id: id as CallId, tool: 'read', input: { path: id } })
const result = (id: string): ContextLine => ({
  role: 'tool',
  call: id as CallId,
  tool: 'read',
  ok: true,
  output: `of ${id}`,
})

test('the system prompt becomes the first user message, since the editor has no other place for it', () => {
  const lines = listOf<ContextLine>({ role: 'user', text: '# Respond\n\nWhy?' })
  expect(editorMessages({ system: 'You are Ada.', lines })).toEqual([
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'You are Ada.' },
        { type: 'text', text: '# Respond\n\nWhy?' },
      ],
    },
  ])
})

test('calls keep their ids, and their results follow together', () => {
  const lines = listOf<ContextLine>(
    { role: 'user', text: 'Go.' },
    { role: 'assistant', text: '', calls: [call('c1-1'), call('c1-2')] },
    result('c1-1'),
    result('c1-2'),
    { role: 'assistant', text: 'Done.', calls: [] },
  )
  expect(editorMessages({ system: '', lines })).toEqual([
    { role: 'user', parts: [{ type: 'text', text: 'Go.' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'call', id: 'c1-1', tool: 'read', input: { path: 'c1-1' } },
        { type: 'call', id: 'c1-2', tool: 'read', input: { path: 'c1-2' } },
      ],
    },
    {
      role: 'user',
      parts: [
        { type: 'result', id: 'c1-1', text: 'of c1-1' },
        { type: 'result', id: 'c1-2', text: 'of c1-2' },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  ])
})
