import { describe, expect, test } from 'vitest'
import { fact } from '../event/event.ts'
import { begun, ends, reply, settled, told, underWay } from '../session/session.fixture.ts'
import { lastWords } from './finish-task.ts'

const read = { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1_000 }
const settings = { tools: { read }, permissions: [{ layer: 'user', rules: { '*': 'allow' } }] }
const calls = [{ tool: 'read', input: {} }]

/** Ada has answered, and is asked again in the same conversation. */
function followedUp() {
  const answered = ends(underWay(begun({ settings })), 'ada', reply('The first answer.'))
  return underWay(told(answered, { type: 'message', text: 'And now?' }))
}

const wordsOf = (session: ReturnType<typeof begun>) => {
  const [task] = Object.values(session.tasks)
  return task ? lastWords(task) : 'no task'
}

describe('the last words of a task', () => {
  test('never come from an earlier task, even if this one has only called tools', () => {
    const working = ends(followedUp(), 'ada', reply('', { calls, finish: 'tools' }))
    expect(wordsOf(working)).toBe('')
  })

  test('are the newest thing it has said', () => {
    expect(wordsOf(ends(followedUp(), 'ada', reply('Let me see.', { calls, finish: 'tools' })))).toBe('Let me see.')
  })

  test('are not a summary that replaces what was said', () => {
    const working = ends(followedUp(), 'ada', reply('', { calls, finish: 'tools' }))
    const [task] = Object.values(working.tasks)
    const data = { from: 0, to: 2, text: 'They talked.', tokensBefore: 9, tokensAfter: 3 }
    expect(wordsOf(settled(working, [fact('compaction', data, { task: task?.id as never })]))).toBe('')
  })
})
