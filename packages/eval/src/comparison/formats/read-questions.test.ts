import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { questionRows, questionsInFile, recordedReplies, rowsIn } from './read-questions.ts'

/** The questions in a file, or the reason it cannot be read. */
function read(text: string, syntax: 'jsonl' | 'json' | 'csv') {
  const rows = questionRows(text, syntax)
  const questions = rows.ok ? questionsInFile(rows.value) : rows
  return questions.ok ? questions.value : questions.refusal.message
}

function readValue(value: unknown) {
  const rows = rowsIn(value)
  const questions = rows.ok ? questionsInFile(rows.value) : rows
  return questions.ok ? questions.value : questions.refusal.message
}

describe('our own format', () => {
  test('has one question per line, with optional blank lines between them', () => {
    const text =
      '{"id":"a","question":"Which?","options":["x","y"],"answer":"y","topic":"data"}\n\n{"question":"Why?"}\n'
    expect(read(text, 'jsonl')).toMatchObject([
      { id: 'a', topic: 'data', truth: { kind: 'option', option: 'y' } },
      { id: '2', topic: 'general', truth: null },
    ])
  })

  test.each([
    ['{"id":"a"}', 'Question 1: question'],
    ['{"id":"a","question":"x"}\n{oops', 'Line 2 is not valid JSON'],
    ['{"id":"a","question":"x"}\n{"id":"a","question":"y"}', 'the id "a" is there twice'],
    ['[1,2]', 'Question 1'],
    ['', 'no questions'],
  ])('refuses %s: %s', (text, why) => expect(read(text, 'jsonl')).toContain(why))
})

describe('CSV', () => {
  test('allows quotes, line breaks and commas in cells, and separates options with bars', () => {
    const text = 'id,question,options,answer\r\n1,"Which one, ""really""?\nSay.",x | y,Y\r\n'
    expect(read(text, 'csv')).toMatchObject([
      { id: '1', question: 'Which one, "really"?\nSay.', options: ['x', 'y'], truth: { option: 'y' } },
    ])
  })

  test.each([
    ['name,value\n1,2', 'one must be "question"'],
    ['question\n"open', 'unclosed one'],
    ['question\nab"c"', 'quote in the middle'],
  ])('refuses %j: %s', (text, why) => expect(read(text, 'csv')).toContain(why))

  test('survives a round trip with any cells', () => {
    const cell = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text.trim() !== '')
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`)
        const rows = questionRows(`question\n${quoted.join('\n')}\n`, 'csv')
        expect(rows.ok && rows.value).toEqual(cells.map((question) => ({ question })))
      }),
    )
  })
})

test('promptfoo tests become questions with their prompt, assertions and rubric', () => {
  const config = {
    prompts: ['Answer briefly: {{question}}'],
    defaultTest: { vars: { tone: 'dry' } },
    tests: [
      { description: 'sum', vars: { question: 'What is 2+2?' }, assert: [{ type: 'equals', value: '4' }] },
      { vars: { question: 'Capital?' }, assert: [{ type: 'icontains-any', value: ['Paris', 'C++'] }] },
      { vars: { question: 'Explain.' }, assert: [{ type: 'llm-rubric', value: 'is polite' }, { type: 'cost' }] },
    ],
  }
  expect(readValue(config)).toMatchObject([
    { id: 'sum', question: 'Answer briefly: What is 2+2?', truth: { kind: 'number', value: 4 } },
    { id: '2', truth: { kind: 'pattern', source: 'Paris|C\\+\\+' } },
    { id: '3', truth: null, rubric: 'is polite' },
  ])
  expect(readValue({ tests: 'file://tests.csv' })).toContain('must be a list')
  expect(readValue([{ vars: { a: 1, b: 2 } }])).toContain('has no question')
})

test('Inspect samples become questions, and the answers in its log become an arm', () => {
  const samples = [
    { id: 7, input: 'Which?', choices: ['x', 'y'], target: 'B', output: { completion: 'ANSWER: B' } },
    {
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ text: 'How many?' }] },
      ],
      target: '12',
    },
  ]
  const questions = readValue({ version: 2, samples })
  expect(questions).toMatchObject([
    { id: '7', truth: { kind: 'option', option: 'y' } },
    { id: '2', question: 'How many?', truth: { kind: 'number', value: 12 } },
  ])
  const replies = recordedReplies(samples, questions as never)
  expect(replies.ok && replies.value).toMatchObject({ 7: { said: 'y', cost: { usd: 0 } } })
})

describe('lm-eval sample logs', () => {
  const scored = {
    doc_id: 0,
    doc: { question: 'Which?', choices: ['x', 'y', 'z'], subject: 'logic' },
    target: 1,
    arguments: { gen_args_0: { arg_0: 'Which?', arg_1: ' x' } },
    filtered_resps: [
      ['-3.0', 'False'],
      ['-0.5', 'True'],
      ['-2.0', 'False'],
    ],
  }
  const written = {
    doc_id: 1,
    doc: { problem: 'How many?' },
    target: '12',
    arguments: [['How many?', { until: [] }]],
    resps: [['It is 12.']],
    filtered_resps: ['12'],
  }

  test('become questions and an arm that costs nothing', () => {
    const questions = readValue([scored, written])
    expect(questions).toMatchObject([
      { id: '0', topic: 'logic', truth: { kind: 'option', option: 'y' } },
      { id: '1', question: 'How many?', truth: { kind: 'number', value: 12 } },
    ])
    const replies = recordedReplies([scored, written], questions as never)
    expect(replies.ok && replies.value).toMatchObject({ 0: { said: 'y' }, 1: { said: '12', cost: { calls: 0 } } })
    expect(replies.ok && replies.value[0]?.probability).toBeCloseTo(0.766, 2)
  })

  test('are refused as an arm if they are about other questions', () => {
    const questions = readValue([{ id: 'other', question: 'Which?', answer: 'x' }])
    const replies = recordedReplies([scored], questions as never)
    expect(replies.ok ? '' : replies.refusal.message).toContain('ids must match')
  })
})

test('the reader does not throw on any file', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const rows = questionRows(text, 'json')
      if (rows.ok) questionsInFile(rows.value)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => void questionRows(text, 'csv')))
})
