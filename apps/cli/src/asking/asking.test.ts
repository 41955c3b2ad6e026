import type { AskId, Command } from '@convene/domain'
import { expect, test } from 'vitest'
import { PlayedSession } from '../live-view/played-session.fixture.ts'
import { noStyle } from '../terminal/style.ts'
import { askingWith } from './asking.ts'

const page = { width: 80, rows: 24, style: noStyle }

/** A user at a keyboard, watching a run in which two agents ask for approval. */
function atTheKeyboard() {
  const stage = new PlayedSession()
  stage.start('broadcast', 'Go.', 2, { bash: 'ask' })
  const given: Command[] = []
  let now = 0
  let type: ((sent: string) => void) | undefined
  let edits = (_text: string): string | undefined => undefined
  const asking = askingWith({
    now: () => now,
    keys: (take) => {
      type = take
      return () => {
        type = undefined
      }
    },
    answer: async (command) => void given.push(command),
    edit: async (text) => edits(text),
  })
  const asks = (agent: string, command: string) => {
    stage.calls(agent, ['bash', { command }])
    stage.touches({ permission: 'bash', target: command, preview: `$ ${command}` })
    asking.follow(stage.session)
  }
  return {
    stage,
    asking,
    given,
    asks,
    wait: (ms: number) => {
      now += ms
    },
    types: (sent: string) => type?.(sent),
    edits: (edit: typeof edits) => {
      edits = edit
    },
    isHeard: () => type !== undefined,
    shown: () => asking.rows(page).join('\n'),
  }
}

test('keys are read only while something is pending', () => {
  const person = atTheKeyboard()
  expect(person.isHeard()).toBe(false)
  person.asks('architect', 'git push')
  expect(person.isHeard()).toBe(true)
  const [ask] = Object.keys(person.stage.session.asks)
  person.stage.say({ type: 'permit', ask: ask as AskId, answer: 'once', by: 'user' })
  person.asking.follow(person.stage.session)
  expect(person.isHeard()).toBe(false)
})

test('e at a gate opens the user’s editor, and approves what they saved there, or nothing', async () => {
  const person = atTheKeyboard()
  const { session } = person.stage
  const asked = { id: 'g', question: 'Discuss this?', options: [], text: 'The topic', grants: [] }
  const question = { ...asked, gate: 'topic', task: null, call: null, since: 0 } as const
  person.asking.follow({ ...session, questions: { g: question } })
  person.wait(1_000)
  expect(person.shown()).toContain('e edit and approve…')
  person.edits(() => undefined)
  person.types('e')
  await expect.poll(() => person.shown()).toContain('e edit and approve…')
  person.edits((text) => `${text}, but shorter`)
  person.types('e')
  await expect.poll(() => person.given).not.toEqual([])
  expect(person.given).toEqual([{ type: 'approve', text: 'The topic, but shorter', gate: 'g', by: 'user' }])
})

test('keys typed before an ask is visible do not answer it', () => {
  const person = atTheKeyboard()
  person.asks('architect', 'git push')
  person.types('y')
  expect(person.shown()).toBe('')
  expect(person.given).toEqual([])
  person.wait(150)
  expect(person.shown()).toContain('$ git push')
  person.types('y')
  expect(person.given).toMatchObject([{ type: 'permit', answer: 'once' }])
})

test('pressing a key twice does not answer the next ask too', async () => {
  const person = atTheKeyboard()
  person.asks('architect', 'git push')
  person.asks('security', 'npm publish')
  person.wait(150)
  person.types('y')
  const [answered] = person.given
  person.stage.say(answered as Command)
  person.asking.follow(person.stage.session)
  person.types('y')
  await Promise.resolve()
  expect(person.given).toHaveLength(1)
  person.wait(150)
  expect(person.shown()).toContain('$ npm publish')
})

test('the full preview is printed once', () => {
  const person = atTheKeyboard()
  person.asks('architect', 'git push')
  person.wait(150)
  person.types('d')
  expect(person.asking.printed(page)).toEqual(['  $ git push'])
  expect(person.asking.printed(page)).toEqual([])
})

test('no keys are read after the run ends', () => {
  const person = atTheKeyboard()
  person.asks('architect', 'git push')
  person.asking.end()
  expect([person.isHeard(), person.shown()]).toEqual([false, ''])
})
