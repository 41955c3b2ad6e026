import { expect, test } from 'vitest'
import { mcpResultText } from './result-text.ts'

const data = Buffer.from('12345').toString('base64')

test.each([
  [
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    true,
    'a\nb',
  ],
  [{ content: [{ type: 'text', text: 'no' }], isError: true }, false, 'no'],
  [{ content: [], isError: true }, false, 'The tool failed and said nothing.'],
  [{ content: [] }, true, '(no output)'],
  [{ content: [{ type: 'image', data, mimeType: 'image/png' }] }, true, '[image: image/png, 5 bytes]'],
  [{ content: [{ type: 'audio', data, mimeType: 'audio/wav' }] }, true, '[audio: audio/wav, 5 bytes]'],
  [{ content: [{ type: 'resource_link', name: 'n', uri: 'x://y' }] }, true, '[resource: n x://y]'],
  [{ content: [{ type: 'resource', resource: { uri: 'x://y', text: 't' } }] }, true, '[resource: x://y]\nt'],
  [
    { content: [{ type: 'resource', resource: { uri: 'x://y', blob: data } }] },
    true,
    '[resource: x://y, binary, 5 bytes]',
  ],
  [{ content: [], structuredContent: { a: 1 } }, true, '{\n  "a": 1\n}'],
  [{ content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } }, true, '{"a":1}'],
  [{ content: [{ type: 'text', text: 'a\u001b]0;x\u0007\u202eb\r\nc\u200b' }] }, true, 'a]0;xb\nc'],
])('%j', (result, ok, output) => {
  expect(mcpResultText(result as never)).toMatchObject({ ok, output })
})

test('pictures are returned as bytes, from images and from resources', () => {
  const blob = { uri: 'x://y', blob: data, mimeType: 'image/png' }
  const content = [
    { type: 'image', data, mimeType: 'image/png' },
    { type: 'resource', resource: blob },
    { type: 'audio', data, mimeType: 'audio/wav' },
  ]
  const bytes = Buffer.from(data, 'base64')
  expect(mcpResultText({ content } as never).pictures).toEqual([{ bytes }, { bytes }])
})

test('a value nested too deeply to serialize is named instead', () => {
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect(mcpResultText({ content: [], structuredContent: deep } as never).output).toContain('cannot be shown')
})
