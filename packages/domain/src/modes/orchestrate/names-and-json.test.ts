import { describe, expect, test } from 'vitest'
import { parseAssignments } from './parse-assignments.ts'

const named = (name: string) => ({ slug: name.toLowerCase().replace(' ', '-'), name })
const members = ['Ada', 'Bert', 'Code Reviewer', 'Worker', 'Worker 2'].map(named)

function read(text: string): readonly string[] {
  return parseAssignments(text, members).assignments.map(({ member, task }) => `${member}: ${task}`)
}

describe('a name', () => {
  test.each([
    ['code_reviewer', 'code-reviewer'],
    ['CodeReviewer', 'code-reviewer'],
    ['[Code Reviewer]', 'code-reviewer'],
    ['(Ada)', 'ada'],
    ['@Ada', 'ada'],
    ['@Ada:', 'ada'],
    ['worker2', 'worker-2'],
    ['Worker_2', 'worker-2'],
    ['Reviewer', 'code-reviewer'],
    ['Code Reveiwer', 'code-reviewer'],
    ['Bertt', undefined],
    ['Coder Reviewer', 'code-reviewer'],
    ['Work Team-worker-2', 'worker-2'],
    ['team/ada', 'ada'],
    ['Worker 2 (openai/tiny)', 'worker-2'],
    ['the Code Reviewer', 'code-reviewer'],
    ['ode', undefined],
    ['Worker 3', undefined],
    ['Working', undefined],
  ])('%j means %j', (name, slug) => {
    const json = JSON.stringify([{ worker: name, task: 'Go.' }])
    const expected = slug === undefined ? [] : [{ member: slug, task: 'Go.' }]
    expect(parseAssignments(json, members).assignments).toEqual(expected)
    expect(parseAssignments(`@worker:${name}\nGo.`, members).assignments).toEqual(expected)
  })

  test.each([
    ['Code Reviewer', 'reviewer'],
    ['code reviewer:', 'reviewer'],
    ['@"Code Reviewer"', 'reviewer'],
    ['**Code Reviewer:**', 'reviewer'],
    ['Senior Code Reviewer', undefined],
    ['Agent Reviewer', 'reviewer'],
    ['Coder', 'coder'],
    ['Test with Reviewer', undefined],
    ['Somebody else, not Reviewer', undefined],
  ])('%j is the member at its end, not one that its first word resembles', (name, slug) => {
    const { assignments } = parseAssignments(`@worker:${name}\nGo.`, ['Coder', 'Reviewer'].map(named))
    expect(assignments).toEqual(slug === undefined ? [] : [{ member: slug, task: 'Go.' }])
  })

  test('that is a member’s ends there, also if the task mentions another', () => {
    const plan = '@worker:Coder Reviewer waits for it @end'
    expect(parseAssignments(plan, ['Coder', 'Reviewer'].map(named)).assignments[0]).toMatchObject({ member: 'coder' })
  })

  test('that only the task mentions is not guessed', () =>
    expect(read('@worker:Nobody ask the Code Reviewer about team-worker-2')).toEqual([]))

  test('that is a model means the only member with it', () => {
    const team = [
      { slug: 'ada', name: 'Ada', model: 'openai/tiny' },
      { slug: 'bert', name: 'Bert', model: 'openai/large' },
    ]
    expect(parseAssignments('@worker:<openai/large>\nGo.', team).assignments).toEqual([{ member: 'bert', task: 'Go.' }])
    expect(parseAssignments('@worker:<openai/other>\nGo.', team).assignments).toEqual([])
  })
})

describe('JSON without a list', () => {
  test.each([
    ['one object', '{"worker": "Ada", "task": "Go."}', ['ada: Go.']],
    ['in a fence', 'So:\n```json\n{"worker": "Ada", "task": "Go."}\n```', ['ada: Go.']],
    [
      'one per line',
      '{"worker": "Ada", "task": "Go."}\n{"worker": "Bert", "task": "Stay."}',
      ['ada: Go.', 'bert: Stay.'],
    ],
    [
      'with comments',
      '[\n  // first\n  {"worker": "Ada", "task": "See https://a.example"} /* last */\n]',
      ['ada: See https://a.example'],
    ],
    ['about something else', 'The config is {"name": "ada", "description": "Go."}', []],
  ])('%s', (_how, text, expected) => expect(read(text)).toEqual(expected))
})
