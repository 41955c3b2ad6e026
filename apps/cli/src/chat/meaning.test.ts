import { describe, expect, test } from 'vitest'
import { PlayedSession } from '../live-view/played-session.fixture.ts'
import { labelOf, typedMeaning } from './meaning.ts'
import { chatSlashCommands } from './slash-commands.ts'

const stages = {
  new: () => new PlayedSession(),
  working: () => {
    const stage = new PlayedSession()
    stage.start('broadcast', 'Go.', 2)
    return stage
  },
  paused: () => {
    const stage = stages.working()
    stage.say({ type: 'pause' })
    return stage
  },
  ended: () => {
    const stage = stages.working()
    stage.replies('architect', 'One.')
    stage.replies('security', 'Two.')
    return stage
  },
}

const read = (when: keyof typeof stages, text: string, more: { answers?: boolean; mode?: string } = {}) =>
  typedMeaning(text, {
    session: stages[when]().session,
    choice: more.mode === undefined ? undefined : { mode: more.mode },
    answers: more.answers ?? false,
  })

describe('what a line means', () => {
  test.each([
    ['new', 'Why?', { does: 'run', goal: 'Why?', isNew: true, choice: {} }],
    ['new', '@architect look', { does: 'run', goal: '@architect look' }],
    ['new', '/panel A or B?', { does: 'run', goal: 'A or B?', choice: { mode: 'panel' }, isNew: true }],
    ['new', '/PLAN', { does: 'choose', choice: { mode: 'plan' } }],
    ['new', '/team quick-panel A or B?', { does: 'run', goal: 'A or B?', choice: { team: 'quick-panel' } }],
    ['new', '/team quick-panel', { does: 'choose', choice: { team: 'quick-panel' } }],
    ['new', '/usr/bin/env is missing', { does: 'run', goal: '/usr/bin/env is missing' }],
    ['working', 'Hurry.', { does: 'message', text: 'Hurry.' }],
    ['working', '@architect look', { does: 'message', text: 'look', to: 'architect' }],
    ['working', '@Security: look', { does: 'message', text: 'look', to: 'security' }],
    ['working', '@作家 look', { does: 'refuse' }],
    ['working', '@types/node is missing', { does: 'message', text: '@types/node is missing' }],
    ['working', '/stop', { does: 'stop' }],
    ['working', '/pause @architect', { does: 'pause', agent: 'architect' }],
    ['working', '/quit', { does: 'quit' }],
    ['paused', 'Hurry.', { does: 'message', text: 'Hurry.' }],
    ['paused', '/new', { does: 'new' }],
    ['ended', 'And then?', { does: 'message', text: 'And then?' }],
    ['ended', '/run Again.', { does: 'run', goal: 'Again.', isNew: false }],
    ['ended', '/new Something else.', { does: 'run', goal: 'Something else.', isNew: true }],
    ['ended', '/panel A or B?', { does: 'run', isNew: false }],
    ['ended', '/fork m2', { does: 'fork', rest: 'm2' }],
  ] as const)('%s: %j', (when, text, meaning) => {
    expect(read(when, text)).toMatchObject(meaning)
  })

  test.each([
    ['new', '/result', 'Nothing has run'],
    ['new', '/pause', 'Nothing is running'],
    ['new', '/team', '/team NAME'],
    ['new', '/run', '/run and the goal'],
    ['new', '/pnael A or B?', 'Did you mean /panel?'],
    ['new', '/constructor', 'Unknown command /constructor'],
    ['new', '/__proto__ x', 'goal'],
    ['working', '/panel A or B?', '/stop before /panel'],
    ['working', '/new', '/pause or /stop before /new'],
    ['working', '/fork', '/pause or /stop before /fork'],
    ['paused', '/run Again.', '/stop before /run'],
    ['working', '/pause two words', '/pause @agent'],
    ['working', '@nobody hi', 'write to @architect, @security'],
    ['working', '@architect', '@architect …'],
  ] as const)('%s: %j is refused with what to do (%s)', (when, text, says) => {
    const meaning = read(when, text)
    // A word that cannot be a command is text.
    if (says === 'goal') expect(meaning).toMatchObject({ does: 'run' })
    else expect(meaning).toMatchObject({ does: 'refuse', text: expect.stringContaining(says) })
  })

  test('below a question a line is its answer, but a command stays a command', () => {
    expect(read('working', '@architect 42', { answers: true })).toEqual({ does: 'answer', text: '@architect 42' })
    expect(read('working', '/stop', { answers: true })).toMatchObject({ does: 'stop' })
  })

  test('after a mode was chosen, the next line is its goal', () => {
    expect(read('ended', 'A or B?', { mode: 'panel' })).toMatchObject({ does: 'run', choice: { mode: 'panel' } })
  })
})

test.each([
  ['new', 'goal'],
  ['working', 'message'],
  ['paused', 'message'],
  ['ended', 'follow-up'],
] as const)("in a session that is %s, the line's label is %s", (when, label) => {
  expect(labelOf({ session: stages[when]().session, choice: undefined, answers: false })).toBe(label)
})

test('the documented commands exist', () => {
  const promised = 'panel plan team result fork open status pause resume stop new help quit'.split(' ')
  expect(promised.filter((name) => !Object.hasOwn(chatSlashCommands, name))).toEqual([])
})
