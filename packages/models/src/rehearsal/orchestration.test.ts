import { type Line, parseAssignments } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { answer, expectTrue, inMemory, requestOf, SHOP, user } from './trial.ts'

const GOAL = 'Find out how login errors are handled'
const MEMBERS =
  '## Members\n\n- **Architect** (rehearsal/offline): You shape it.\n- **QA** (rehearsal/offline): You test it.'
const ASSIGN = '## How to assign\n\nAssign as few members as the job needs.'
const members = [
  { slug: 'architect', name: 'Architect' },
  { slug: 'qa', name: 'QA' },
]
const ask = (name: string, ...lines: readonly Line[]) => answer(inMemory(SHOP), requestOf('/w', name, lines))
const planned = (more = '') => ask('Lead', user(`# Plan\n\n## Goal\n\n${GOAL}\n\n${more}${MEMBERS}\n\n${ASSIGN}`))
const report = (name: string, task: string) =>
  ask(
    name,
    user(
      `# Task\n\n## Original User Request (context)\n\n${GOAL}\n\n## Your Assigned Task\n\n${task}\n\n## Your Report\n\nFinish.`,
    ),
  )

describe('a plan', () => {
  test("gives every member some of the goal's words, in the requested format", async () => {
    const { assignments, dropped } = parseAssignments(await planned(), members)
    expect(assignments).toEqual([
      { member: 'architect', task: 'Look into login, handled.' },
      { member: 'qa', task: 'Look into errors.' },
    ])
    expect(dropped).toEqual([])
  })

  test('addresses what the last evaluation misses', async () => {
    const judged = '## Evaluation of iteration 1\n\nScore 0.60. Counted; missing: errors.\n\n'
    expect(parseAssignments(await planned(judged), members).assignments).toEqual([
      { member: 'architect', task: 'Look into errors.' },
    ])
  })
})

test('a result says only what a report says, and who found it', async () => {
  const reports = await Promise.all([report('Architect', 'Look into *login*.'), report('QA', 'Look into *errors*.')])
  const quoted = reports.map((text, at) => `### ${members[at]?.name} [m${at + 3}]\n\n${text}`).join('\n\n')
  const failed = '## Failed\n\n- **Security**: took too long\n\nName these gaps.'
  const text = await ask(
    'Lead',
    user(
      `# Synthesize\n\n## Goal\n\n${GOAL}\n\n## How to answer\n\nMake one result.\n\n${failed}\n\n## Previous responses\n\n${quoted}`,
    ),
  )
  expect(text).toMatch(/^- `[^`]+:\d+` .* \(\*\*Architect\*\* \[m3\]\)$/m)
  expect(text).toContain('**Failed**\n- **Security**: took too long')
  expectTrue(text, (path) => SHOP[path] ?? '', GOAL)
})

describe('an evaluation', () => {
  const judged = (result: string) =>
    ask(
      'Evaluator',
      user(
        `# Evaluate\n\n## Goal\n\n${GOAL}\n\n## Result of iteration 1 of 5\n\n${result}\n\n## How to judge\n\nBe fair.`,
      ),
    )

  test("counts the goal's words and the cited places, and says that it only counts", async () => {
    expect(await judged('The login is fine.')).toBe(
      'SCORE: 0.10\nRATIONALE: Counted by the rehearsal model, not judged: 1 of 3 words of the goal, 0 of 10 places cited; missing: errors, handled.',
    )
  })

  test('is met if all words and enough places are there', async () => {
    const places = Array.from({ length: 10 }, (_, at) => `\`src/a.ts:${at + 1}\``).join(' ')
    expect(await judged(`login errors handled ${places}`)).toMatch(/^SCORE: 1\.00\n/)
  })

  test("of the agent's own result ends with a sentinel on a separate line", async () => {
    const lines: readonly Line[] = [
      user(`# Synthesize\n\n## Goal\n\n${GOAL}`),
      { role: 'assistant', text: 'The login is fine.', calls: [] },
      user(`# Evaluate\n\n## Goal\n\n${GOAL}\n\n## How to judge\n\nCompare.`),
    ]
    expect(await ask('Lead', ...lines)).toMatch(/^\[\[NEEDS_ITERATION\]\]\n/)
  })
})

test('an agent that reviews its answer has nothing to add', async () => {
  const text = `# Respond\n\n## Goal\n\n${GOAL}\n\n## Go over it\n\nIteration 2 of 5.\n\n## When you are done\n\nSay so.`
  expect(await ask('Coder', user(text))).toBe('[[REFLECTION_COMPLETE]]')
})
