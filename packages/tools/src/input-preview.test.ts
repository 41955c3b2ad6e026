import { expect, test } from 'vitest'
import { inputPreview } from './input-preview.ts'

test('what a tool would be given is shown to its end, with what cannot be seen spelled out', () => {
  const shown = inputPreview({ text: `${'x'.repeat(30_000)}\u009d;evil()\u009c` })
  expect(shown).toContain('\\u{9d};evil()\\u{9c}"')
})

test('where even that is too much, it says how much is left out', () => {
  expect(inputPreview({ text: 'x'.repeat(300_000) })).toMatch(/\n… 100,0\d\d more characters not shown$/u)
})
