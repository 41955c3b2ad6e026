import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(resolve(repository, file), 'utf8')

test.each([
  ['orchestrate', 'orchestrate-member-fails'],
  ['reflect', 'reflect-goal-met-2'],
])('the page on %s shows the run as it was played', (page, story) => {
  expect(read(`docs/guide/${page}.md`)).toContain(`\`\`\`text\n${read(`tests/golden/${story}.txt`)}\`\`\``)
})
