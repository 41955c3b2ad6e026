import { writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { questionsInFile } from '../comparison/formats/read-questions.ts'
import { readQuestionFile } from './read-question-file.ts'
import { starterQuestions } from './starter-questions.ts'

async function readAs(name: string, text: string) {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  writeFileSync(folder.file(name), text)
  const rows = await readQuestionFile(folder.file(name))
  const questions = rows.ok ? questionsInFile(rows.value) : rows
  return questions.ok ? questions.value : questions.refusal.message
}

describe('the starter questions', () => {
  test('can all be asked and graded, six in each of ten topics', async () => {
    const read = questionsInFile(await starterQuestions(60))
    const questions = read.ok ? read.value : []
    expect(questions).toHaveLength(60)
    const topics = Map.groupBy(questions, ({ topic }) => topic)
    expect([...topics.values()].map((own) => own.length)).toEqual(Array.from({ length: 10 }, () => 6))
    expect(questions.every(({ truth, options }) => truth?.kind === 'option' && options.length === 4)).toBe(true)
  })

  test('favour no letter, and the longest option is usually not the right one', async () => {
    const rows = (await starterQuestions(60)) as readonly { options: readonly string[]; answer: string }[]
    const letters = Map.groupBy(rows, ({ options, answer }) => options.indexOf(answer))
    for (const own of letters.values()) expect(own.length).toBeLessThanOrEqual(20)
    const isLongest = rows.filter(({ options, answer }) => options.every((option) => option.length <= answer.length))
    expect(isLongest.length).toBeLessThan(24)
  })

  test('come from every topic if only some are asked', async () => {
    const rows = (await starterQuestions(10)) as readonly { topic: string }[]
    expect(new Set(rows.map(({ topic }) => topic)).size).toBe(10)
  })
})

describe('a question file', () => {
  test('can be a promptfoo configuration, or only its list of tests', async () => {
    const tests = '- vars:\n    question: What is 2+2?\n  assert:\n    - type: equals\n      value: "4"\n'
    const expected = [{ question: 'What is 2+2?', truth: { kind: 'number', value: 4 } }]
    expect(await readAs('tests.yaml', `# ours\n${tests}`)).toMatchObject(expected)
    expect(await readAs('promptfooconfig.yaml', `prompts:\n  - '{{question}}'\ntests:\n${tests}`)).toMatchObject(
      expected,
    )
  })

  test.each([
    ['questions.txt', 'x', 'the name must end with'],
    ['questions.jsonl', '{', 'Line 1 is not valid JSON'],
    ['tests.yaml', 'tests: &all\n  - *all\n', 'anchors'],
    ['tests.yaml', 'tests: [', 'Line'],
    ['questions.json', '{"a": 1}', 'no list of questions'],
  ])('%s with %j is refused: %s', async (name, text, why) => expect(await readAs(name, text)).toContain(why))

  test('that is missing is refused by name', async () => {
    const rows = await readQuestionFile('/nowhere/questions.jsonl')
    expect(rows.ok ? '' : rows.refusal.message).toContain('/nowhere/questions.jsonl does not exist')
  })
})
