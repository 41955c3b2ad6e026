import { join } from 'node:path'
import type { Command } from '@convene/domain'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { footerRows } from '../live-view/footer.ts'
import { livePresenter } from '../live-view/live-presenter.ts'
import { PlayedSession } from '../live-view/played-session.fixture.ts'
import { PaperTerminal } from '../terminal/paper-terminal.fixture.ts'
import { noStyle } from '../terminal/style.ts'
import { widthOf } from '../terminal/width.ts'
import { ChatComposer } from './composer.ts'
import type { ChosenSetup } from './meaning.ts'
import { promptOf } from './prompt.ts'
import { HOLD_MS, REST_MS } from './typing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A user at a chat's input line, in front of a scripted session. */
class Desk {
  readonly stage = new PlayedSession()
  readonly given: Command[] = []
  readonly entered: string[] = []
  readonly composer: ChatComposer
  choice: ChosenSetup | undefined
  isHeard = true
  #type: (sent: string) => void = () => {}

  constructor() {
    this.composer = new ChatComposer({
      now: () => Date.now(),
      history: [],
      keys: (take) => {
        this.#type = take
        return () => {
          this.isHeard = false
        }
      },
      answer: async (command) => void this.given.push(command),
      edit: async () => undefined,
      prompt: (composer) => promptOf(composer, this.choice),
      entered: ({ text }) => void this.entered.push(text),
      leaves: () => {},
      drops: () => {},
      changed: () => {},
    })
    this.follows()
  }

  /** Shows what has happened, with time to read it. */
  follows(): this {
    this.composer.follow(this.stage.session)
    vi.advanceTimersByTime(REST_MS)
    return this
  }

  types(...sent: readonly string[]): this {
    for (const each of sent) this.#type(each)
    return this
  }

  bottom(width: number): string {
    const page = { width, rows: 30, style: noStyle, now: Date.UTC(2026, 0, 2, 3, 4, 7) }
    const footer = this.stage.view.running.length > 0 ? footerRows(this.stage.view, page) : []
    return [...footer, ...this.composer.rows(page)].join('\n')
  }
}

const golden = (width: number): string =>
  join(import.meta.dirname, '../../../../tests/golden/live-view', `chat-${width}.txt`)

const LONG = 'Compare the two databases for our orders, 幅の広い文字も数えます, and say what a move would cost us. '

/** The bottom of the screen in each situation. */
function situations(width: number): string {
  const desk = new Desk()
  const pictures: string[] = []
  const picture = (title: string) => pictures.push(`┈┈ ${title} ┈┈\n${desk.bottom(width)}`)
  picture('a new session')
  desk.types(LONG.repeat(2))
  picture('a long goal')
  desk.types(LONG.repeat(10), '\u001b[200~one\ntwo\u001b[201~')
  picture('more than fits, with a pasted line break')
  desk.types('\u001b')
  desk.choice = { mode: 'panel' }
  picture('a mode was chosen')
  desk.choice = undefined
  desk.stage.start('broadcast', 'SQLite or Postgres?', 2, { bash: 'ask' })
  desk.follows()
  picture('agents work')
  desk.types('Keep it sho')
  picture('a message is typed')
  desk.stage.calls('architect', ['bash', { command: 'git log --oneline' }])
  desk.stage.touches({ permission: 'bash', target: 'git log --oneline', preview: '$ git log --oneline' })
  desk.follows()
  picture('an approval while a line is typed')
  desk.types('\u001b').follows()
  picture('the line is cleared')
  desk.types('n')
  vi.advanceTimersByTime(HOLD_MS)
  desk.types('Not now')
  picture('n denies with a reason, which has the line')
  desk.types('\r')
  desk.stage.say(desk.given[0] as Command)
  desk.stage.calls('architect', ['question', { question: 'Shall I go on?', options: ['Yes', 'No'] }])
  desk.follows()
  picture('a question')
  desk.types('Only if')
  picture('its answer')
  desk.types('\u001b')
  desk.stage.say({ type: 'answer', text: 'Yes', by: 'user' })
  desk.stage.replies('architect', 'SQLite.')
  desk.stage.replies('security', 'SQLite.')
  desk.follows()
  picture('the end')
  return `${pictures.join('\n\n')}\n`
}

describe('the bottom of a chat', () => {
  test.each([80, 120])('at %i columns says what Enter does, and fits', async (width) => {
    const text = situations(width)
    for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThan(width)
    await expect(text).toMatchFileSnapshot(golden(width))
  })

  test('the cursor stays visible wherever it is in a long text', () => {
    const desk = new Desk().types(LONG.repeat(20), '\u0001')
    expect(desk.bottom(80)).toContain('goal › ▏Compare')
    desk.types(...Array(700).fill('\u001b[C'))
    expect(desk.bottom(80)).toContain('▏')
    expect(desk.bottom(80)).not.toContain('goal ›')
  })

  test('no text leaves its rows, whatever is pasted', () => {
    const desk = new Desk().types('\u001b[200~\u001b]0;x\u0007\u202eabc\u009b2J\u2066\r\nnext\t\u0000\u001b[201~')
    expect(desk.bottom(60)).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
    expect(desk.bottom(60)).toContain('next')
  })
})

/** A desk with an approval on screen. */
function asked(): Desk {
  const desk = new Desk()
  desk.stage.start('broadcast', 'Go.', 2, { bash: 'ask' })
  desk.stage.calls('architect', ['bash', { command: 'ls' }])
  desk.stage.touches({ permission: 'bash', target: 'ls', preview: '$ ls' })
  return desk.follows()
}

test('a single key answers an approval once, and the line stays empty', () => {
  const desk = asked().types('y')
  expect(desk.given).toEqual([])
  vi.advanceTimersByTime(HOLD_MS)
  expect(desk.given).toMatchObject([{ type: 'permit', answer: 'once' }])
  expect(desk.composer.isEmpty).toBe(true)
})

test.each([16, 24, 50])('on %i rows everything fits, however long the preview and the line', (rows) => {
  const desk = new Desk()
  desk.stage.start('broadcast', 'Go.', 2, { bash: 'ask' })
  const command = Array(200).fill('echo x').join('\n')
  desk.stage.calls('architect', ['bash', { command }])
  desk.stage.touches({ permission: 'bash', target: command, preview: `$ ${command}` })
  desk.types(LONG.repeat(20)).follows()
  const page = { width: 80, rows, style: noStyle, now: 0 }
  const below = desk.composer.rows(page)
  const footer = footerRows(desk.stage.view, { ...page, rows: Math.max(4, rows - below.length) })
  expect(below.length + footer.length).toBeLessThanOrEqual(rows)
  expect(below.join('\n')).toContain('▏')
})

test('Ctrl-C right after a key cancels the answer', () => {
  const desk = asked().types('y')
  desk.composer.release()
  vi.advanceTimersByTime(HOLD_MS)
  expect(desk.given).toEqual([])
})

test('the line stays between sessions, nothing is printed twice, and the keyboard is released at the end', () => {
  const paper = new PaperTerminal(60, 20)
  const desk = new Desk()
  const show = (stage: PlayedSession) =>
    livePresenter({
      sink: paper.sink,
      state: stage.session,
      verbosity: 'detailed',
      now: () => 0,
      recall: stage.session.run !== null,
      below: desk.composer,
    })
  const first = show(desk.stage)
  desk.types('half a l').composer.print(() => ['printed once'])
  first.leaving()
  first.end(undefined)
  const later = new PlayedSession()
  later.start('broadcast', 'A goal.', 2)
  const second = show(later)
  second.leaving()
  desk.types('ine')
  second.leaving()
  expect(paper.lines.filter((line) => line.includes('printed once'))).toHaveLength(1)
  expect(paper.lines.filter((line) => line.includes('A goal.'))).toHaveLength(1)
  expect(paper.lines.join('\n')).toContain('message › half a line▏')
  desk.composer.close()
  second.end(undefined)
  expect(desk.isHeard).toBe(false)
  expect(paper.lines.join('\n')).not.toContain('half a line')
  expect(paper.isCursorShown).toBe(true)
})
