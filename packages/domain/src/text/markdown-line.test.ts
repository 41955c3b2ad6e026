import { expect, test } from 'vitest'
import { markdownLine } from './markdown-line.ts'

test.each([
  [
    '## Steps\n- s1 failed (no answer), Ada: Write it [m4]\n- s2 skipped, Bert: Test it',
    's1 failed (no answer), Ada: Write it. s2 skipped, Bert: Test it',
  ],
  ['The team **failed**\nto agree.\n\n## Steps\n\n1. Ask again.\n2. Wait', 'The team failed to agree. Ask again. Wait'],
  ['# Report', 'Report'],
  ['No `key` for [OpenAI](https://openai.com).', 'No key for OpenAI.'],
  ['| a | b |\n| --- | --- |\n\nDone.', 'Done.'],
  ['Ship it [m3, m5], then wait [m7].', 'Ship it, then wait.'],
  ['', ''],
])('in one line, %j reads %j', (text, line) => {
  expect(markdownLine(text)).toBe(line)
})
