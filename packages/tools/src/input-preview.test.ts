import { expect, test } from 'vitest'
import { inputPreview } from './input-preview.ts'

test('a tool input is shown in full, with hidden characters spelled out', () => {
  const shown = inputPreview({ text: `${'x'.repeat(30_000)}\u009d;evil()\u009c` })
  expect(shown).toContain('\\u{9d};evil()\\u{9c}"')
})

test('a huge tool input is cut, with the number of characters left out', () => {
  expect(inputPreview({ text: 'x'.repeat(300_000) })).toMatch(/\n… 100,0\d\d more characters not shown$/u)
})
