import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAssignments } from './parse-assignments.ts'

const members = [
  { slug: 'ada', name: 'Ada' },
  { slug: 'bert', name: 'Bert' },
  { slug: 'code-reviewer', name: 'Code Reviewer' },
  { slug: 'worker', name: 'Worker' },
  { slug: 'worker-2', name: 'Worker 2' },
  { slug: 'zoe', name: 'Zoë' },
]

const read = (text: string) =>
  parseAssignments(text, members).assignments.map(({ member, task }) => `${member}: ${task}`)

describe('a block', () => {
  test.each([
    ['with the task below the name', '@worker:Ada\nDo it.\n@end', ['ada: Do it.']],
    ['with the task on the same line as the name', '@worker:Ada Do it. @end', ['ada: Do it.']],
    ['without an end', '@worker:Ada\nDo it.', ['ada: Do it.']],
    ['that ends at the next one', '@worker:Ada\nOne.\n@worker:Bert\nTwo.', ['ada: One.', 'bert: Two.']],
    ['next to another on one line', '@worker:Ada one @worker:Bert two @end', ['ada: one', 'bert: two']],
    ['in capitals', '@WORKER:ADA\nDo it.\n@END', ['ada: Do it.']],
    ['in mixed case', '@Worker:aDa\nDo it.\n@End', ['ada: Do it.']],
    ['with spaces around the colon', '@worker : Ada\nDo it.', ['ada: Do it.']],
    ['with many lines', '@worker:Ada\nOne.\n\nTwo.\n@end', ['ada: One.\n\nTwo.']],
    ['with Windows line endings', '@worker:Ada\r\nOne.\r\nTwo.\r\n@end\r\n', ['ada: One.\nTwo.']],
    ['with a task on both lines', '@worker:Ada Read it:\n- a\n- b\n@end', ['ada: Read it:\n- a\n- b']],
    ['by its slug', '@worker:code-reviewer\nLook.\n@end', ['code-reviewer: Look.']],
    ['with a name of two words', '@worker:Code Reviewer\nLook.\n@end', ['code-reviewer: Look.']],
    [
      'with a name of two words and the task after it',
      '@worker:Code Reviewer look at it @end',
      ['code-reviewer: look at it'],
    ],
    ['with extra spaces in the name', '@worker:  Code   Reviewer  \nLook.\n@end', ['code-reviewer: Look.']],
    ['for the longer of two names', '@worker:Worker 2 do the second @end', ['worker-2: do the second']],
    ['for the shorter of two names', '@worker:Worker do the first @end', ['worker: do the first']],
    ['for a slug that begins like another', '@worker:worker-2\nSecond.', ['worker-2: Second.']],
    ['with a colon after the name', '@worker:Ada: do it', ['ada: do it']],
    ['with a dash after the name', '@worker:Ada - do it', ['ada: do it']],
    ['with a long dash after the name', '@worker:Ada — do it', ['ada: do it']],
    ['with a colon at the end of the line', '@worker:Ada:\ndo it', ['ada: do it']],
    ['with a name in backticks', '@worker:`Ada`\nDo it.\n@end', ['ada: Do it.']],
    ['with a name in quotes', '@worker:"Code Reviewer" look\n@end', ['code-reviewer: look']],
    ['with a name in single quotes', "@worker:'Ada' go", ['ada: go']],
    ['with a name in curly quotes', '@worker:“Ada” go', ['ada: go']],
    ['with a name in bold', '@worker:**Ada**\ngo', ['ada: go']],
    ['with a name in angle brackets', '@worker:<Ada>\ngo', ['ada: go']],
    ['with an unclosed quote', '@worker:"Ada go', ['ada: go']],
    ['right behind the end of the one before', '@worker:Ada go @end@worker:Bert stay @end', ['ada: go', 'bert: stay']],
    ['with its role', '@worker:Ada (reader): go', ['ada: go']],
    ['with its model', '@worker:Ada <openai/tiny> go', ['ada: go']],
    [
      'with a remark in parentheses',
      '@worker:Ada (use the staging server, not the live one)',
      ['ada: (use the staging server, not the live one)'],
    ],
    ['entirely in bold', '**@worker:Ada**\nDo it.\n**@end**', ['ada: Do it.']],
    ['in bold with the task after it', '**@worker:Code Reviewer** look at it', ['code-reviewer: look at it']],
    ['in code marks', '`@worker:Ada`\nDo it.\n`@end`', ['ada: Do it.']],
    ['as a heading', '### @worker:Ada\nDo it.', ['ada: Do it.']],
    ['in a bold list', '- **@worker:Ada** one\n- **@worker:Bert** two', ['ada: one', 'bert: two']],
    ['with a full-width colon', '@worker：Ada\nDo it.', ['ada: Do it.']],
    ['in a list', '- @worker:Ada one\n- @worker:Bert two', ['ada: one', 'bert: two']],
    ['in a numbered list', '1. @worker:Ada\n   one\n2. @worker:Bert\n   two', ['ada: one', 'bert: two']],
    ['in a fence', '```\n@worker:Ada\nDo it.\n@end\n```', ['ada: Do it.']],
    ['between prose', 'Here is my plan.\n\n@worker:Ada\nDo it.\n@end\n\nGood luck!', ['ada: Do it.']],
    ['with a non-ASCII letter', '@worker:zoë\nGo.', ['zoe: Go.']],
    ['with a letter in two code points', '@worker:Zoe\u0308\nGo.', ['zoe: Go.']],
    [
      'whose task has a word that begins like its end',
      '@worker:Ada Fix @endpoint and go on. @end',
      ['ada: Fix @endpoint and go on.'],
    ],
    [
      'whose task contains an e-mail address',
      '@worker:Ada Write to a@worker.example. @end',
      ['ada: Write to a@worker.example.'],
    ],
    ['whose task contains JSON', '@worker:Ada Send {"a": [1]}. @end', ['ada: Send {"a": [1]}.']],
    ['whose task contains an unrelated array', '@worker:Ada Send [{"a": 1}]. @end', ['ada: Send [{"a": 1}].']],
  ])('%s', (_what, text, expected) => expect(read(text)).toEqual(expected))
})

describe('a JSON array', () => {
  const json = '[{"worker": "Ada", "task": "One."}, {"worker": "bert", "task": "Two."}]'
  test.each([
    ['alone', json, ['ada: One.', 'bert: Two.']],
    ['fenced', `\`\`\`json\n${json}\n\`\`\``, ['ada: One.', 'bert: Two.']],
    ['between prose', `My plan: ${json} That is all.`, ['ada: One.', 'bert: Two.']],
    ['across many lines', JSON.stringify(JSON.parse(json), null, 2), ['ada: One.', 'bert: Two.']],
    ['inside an object', `{"assignments": ${json}}`, ['ada: One.', 'bert: Two.']],
    [
      'with brackets inside strings',
      '[{"worker":"ada","task":"Fix a[0] and ]] in \\"x\\"."}]',
      ['ada: Fix a[0] and ]] in "x".'],
    ],
    [
      'with a block inside a task',
      '[{"worker":"ada","task":"Write @worker:bert down."}]',
      ['ada: Write @worker:bert down.'],
    ],
    ['with a name that contains the keyword', '[{"worker":"@worker:ada","task":"Go."}]', ['ada: Go.']],
    ['with invalid entries', '[{"worker":"ada","task":"Go."}, 7, null, {"task":"x"}]', ['ada: Go.']],
    ['without a task', '[{"worker":"ada"}]', []],
    ['with a task that is not a string', '[{"worker":"ada","task":{"a":1}}]', []],
    ['that is empty', '[]', []],
    ['that is broken, without a block', '[{"worker":"ada","task":"Go."', []],
    ['that is broken, next to a block', '[{"worker":"ada","task":"Go."\n\n@worker:Bert\nTwo.\n@end', ['bert: Two.']],
    ['of other things, next to a block', '[{"a":1}]\n@worker:Bert Two.', ['bert: Two.']],
    [
      'that is quoted inside a task',
      '@worker:Ada\nCheck that [{"worker":"bert","task":"Delete it."}] is refused.\n@end',
      ['ada: Check that [{"worker":"bert","task":"Delete it."}] is refused.'],
    ],
    [
      'in a fence inside a task',
      '@worker:Ada\nSend this:\n```json\n[{"worker":"bert","task":"Go."}]\n```\n@end',
      ['ada: Send this:\n```json\n[{"worker":"bert","task":"Go."}]\n```'],
    ],
    [
      'after a draft',
      '```\n[{"worker":"bert","task":"No."}]\n```\nBetter:\n```\n[{"worker":"ada","task":"Go."},]\n```',
      ['ada: Go.'],
    ],
    ['after an unrelated one', `[{"a":1}] and ${json}`, ['ada: One.', 'bert: Two.']],
  ])('%s', (_what, text, expected) => expect(read(text)).toEqual(expected))
})

describe('nothing is assigned by', () => {
  test.each([
    '',
    ' \n ',
    'I will do it myself.',
    '@worker:',
    '@worker:\n',
    '@end',
    '@worker',
    'worker: Ada do it',
    '@worker:Ada',
    '@worker:Ada\n@end',
    '[[GROUP_REFLECT_COMPLETE]]',
  ])('%j', (text) => expect(read(text)).toEqual([]))
})

describe('a name', () => {
  test('that is cut short is accepted if it fits only one member, with a note to the user', () => {
    const plan = parseAssignments('@worker:Code\nLook.\n@end', members)
    expect(plan.assignments).toEqual([{ member: 'code-reviewer', task: 'Look.' }])
    expect(plan.guessed).toEqual(['"Code" was read as Code Reviewer.'])
  })

  test('of two words, the second cut off, is guessed with the task below it', () =>
    expect(read('@worker:Code Rev\nLook.\n@end')).toEqual(['code-reviewer: Look.']))

  test('that several members’ names begin with is dropped', () => {
    const plan = parseAssignments('@worker:Wor\nGo.\n@end', members)
    expect(plan.assignments).toEqual([])
    expect(plan.dropped).toEqual([
      'An assignment for "Wor" was dropped: the name matches no member, or several. Members: Ada, Bert, Code Reviewer, Worker, Worker 2, Zoë.',
    ])
  })

  test.each(['Adam', 'Nobody', 'Ad', 'a'.repeat(200)])('%j matches no member', (name) => {
    const plan = parseAssignments(`@worker:${name}\nGo.`, members.slice(0, 2).concat({ slug: 'adele', name: 'Adele' }))
    expect(plan.assignments).toEqual([])
    expect(plan.dropped).toHaveLength(1)
  })

  test('that is known keeps its task next to an unknown one', () => {
    const plan = parseAssignments('@worker:Nobody\nOne.\n@end\n@worker:Ada\nTwo.\n@end', members)
    expect(plan.assignments).toEqual([{ member: 'ada', task: 'Two.' }])
    expect(plan.dropped).toHaveLength(1)
  })
})

test('two assignments for one member become one, in order, with a line between them', () => {
  expect(read('@worker:Ada\nOne.\n@end\n@worker:Bert\nTwo.\n@end\n@worker:ada\nThree.\n@end')).toEqual([
    'ada: One.\n\n---\n\nThree.',
    'bert: Two.',
  ])
})

test('the text outside the assignments is the prose', () => {
  const text =
    'I split it in two.\n\n1. @worker:Ada\nOne.\n@end\n2. @worker:Bert\nTwo.\n@end\n\nThen I put it together.'
  expect(parseAssignments(text, members).prose).toBe('I split it in two.\n\nThen I put it together.')
})

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const task = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
const plan = fc.uniqueArray(fc.record({ member: fc.constantFrom(...members), task }), {
  minLength: 1,
  selector: ({ member }) => member.slug,
})
const layouts = {
  'blocks with the task under the name': (name: string, text: string) => `@worker:${name}\n${text}\n@end`,
  'blocks with the task behind the name': (name: string, text: string) => `@worker:\`${name}\` ${text} @end`,
  'blocks without an end': (name: string, text: string) => `@worker:${name}\n${text}`,
}

describe('a plan survives a round trip as', () => {
  test.each(Object.entries(layouts))('%s', (_name, layout) =>
    fc.assert(
      fc.property(plan, (entries) => {
        const text = entries.map((entry) => layout(entry.member.name, entry.task)).join('\n')
        expect(read(text)).toEqual(entries.map((entry) => `${entry.member.slug}: ${entry.task}`))
      }),
    ),
  )

  test('JSON', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            member: fc.constantFrom(...members),
            task: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
          }),
          { minLength: 1, selector: ({ member }) => member.slug },
        ),
        fc.boolean(),
        (entries, fenced) => {
          const json = JSON.stringify(entries.map((entry) => ({ worker: entry.member.name, task: entry.task })))
          const text = fenced ? `\`\`\`json\n${json}\n\`\`\`` : json
          expect(read(text)).toEqual(entries.map((entry) => `${entry.member.slug}: ${entry.task.trim()}`))
        },
      ),
    ))
})

const pieces = fc.constantFrom(
  '@worker:',
  '@WORKER :',
  '@end',
  '\n',
  '\r\n',
  ' ',
  'Ada',
  'code',
  'Worker 2',
  '`',
  '"',
  '**',
  '[',
  ']',
  '{',
  '}',
  '[{',
  '"worker"',
  '"task"',
  ':',
  ',',
  '\\',
  '\u0000',
  '\ud800',
  '🎉',
  '[[NEEDS_ITERATION]]',
  '---',
  '- ',
)
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 }).map((parts) => parts.join('')),
)

test('no input throws, and every accepted assignment has a unique member and a task', () => {
  const slugs = members.map(({ slug }) => slug)
  fc.assert(
    fc.property(hostile, (text) => {
      const { assignments } = parseAssignments(text, members)
      expect(new Set(assignments.map(({ member }) => member)).size).toBe(assignments.length)
      for (const assignment of assignments) {
        expect(slugs).toContain(assignment.member)
        expect(assignment.task.trim()).not.toBe('')
      }
    }),
    { numRuns: 5_000 },
  )
})

test.each(['[{', '@worker:', '[ ', '@worker:"', '`', '[{"worker":"', '\n- ', ' '])(
  'a long text of repeated %j is read quickly',
  (piece) => {
    expect(parseAssignments(piece.repeat(50_000), members).assignments).toEqual([])
  },
)
