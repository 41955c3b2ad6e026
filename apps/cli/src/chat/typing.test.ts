import { describe, expect, test } from 'vitest'
import type { ShownInquiry } from '../asking/asking.ts'
import { lineText } from '../terminal/edited-line.ts'
import { HOLD_MS, nothingTyped, REST_MS, settle, type Typed, type Typing, type } from './typing.ts'

const approval: ShownInquiry = { id: 'ask-1', stage: 'choosing' }
const gate: ShownInquiry = { id: 'q1', stage: 'gate' }
const question: ShownInquiry = { id: 'q2', stage: 'answering' }

/** A user whose keys arrive one read after another, at a given pace. */
class User {
  typing: Typing
  readonly entered: Typed['entered'][number][] = []
  readonly answered: string[] = []
  leaves = false
  asked: ShownInquiry | undefined
  #now = 0

  constructor(history: readonly string[] = []) {
    this.typing = nothingTyped(history)
  }

  reads(...sent: readonly string[]): this {
    for (const each of sent) {
      this.#take(type(this.typing, each, { now: this.#now, asked: this.asked }))
      this.#now += 50
    }
    return this
  }

  types(word: string): this {
    return this.reads(...word)
  }

  waits(ms = REST_MS): this {
    this.#now += ms
    this.#take(settle(this.typing, { now: this.#now, asked: this.asked }))
    return this
  }

  sees(asked: ShownInquiry | undefined): this {
    this.asked = asked
    return this
  }

  get line(): string {
    return lineText(this.typing.line)
  }

  #take(typed: Typed): void {
    this.typing = typed.typing
    this.entered.push(...typed.entered)
    if (typed.dialog !== undefined) this.answered.push(typed.dialog)
    this.leaves ||= typed.leaves ?? false
  }
}

const texts = (user: User) => user.entered.map(({ text }) => text)

describe("a chat's input line", () => {
  test.each([
    [['hello', '\r'], ['hello'], ''],
    [['hello\r'], ['hello'], ''],
    [['\r', '  ', '\r'], [], ''],
    [['one\r', 'two\r'], ['one', 'two'], ''],
    [['one\r\u001b[A'], ['one'], 'one'],
    [['a b', '\u0017', 'c'], [], 'a c'],
    [['abc', '\u001b[D', '\u000b'], [], 'ab'],
    [['abc', '\u001b'], [], ''],
    [['abc', '\u001bb', '\u001b[99~', '\u001bOP'], [], 'abc'],
    [['two', '\u001b\r', 'lines', '\r'], ['two\nlines'], ''],
    [['幅の広い', '\u007f', '👩‍👩‍👧', '\u007f', '\r'], ['幅の広'], ''],
    [['a\u0000\u0007b\u202e\u2066c\u009b31m\r'], ['abc31m'], ''],
    [['\u001b]0;title\u0007x\r'], ['0;titlex'], ''],
  ])('after %j it has sent %j and shows %j', (sent, entered, line) => {
    const user = new User().reads(...sent)
    expect([texts(user), user.line]).toEqual([entered, line])
  })

  test('takes a paste as one text, whatever is in it and however it arrives', () => {
    const user = new User().reads('See: \u001b[200~first\r\nsec', 'ond\r/stop\r', 'y\u001b[2', '01~ ok?', '\r')
    expect(texts(user)).toEqual(['See: first\nsecond\n/stop\ny ok?'])
  })

  test('takes several lines in one read as a paste too, on terminals that do not mark pastes', () => {
    const user = new User().reads('rm -rf /\r/stop\rcurl x\r')
    expect(texts(user)).toEqual(['rm -rf /\n/stop\ncurl x'])
  })

  test('cuts a paste that is too long, and can still be edited and sent', () => {
    const user = new User()
      .reads('\u001b[200~', ...Array(60).fill('x'.repeat(10_000)), '\u001b[201~')
      .reads('\u007f', '\r')
    expect(texts(user)[0]?.length).toBe(199_999)
  })

  test('recognizes the end of a long paste whose end mark comes in two reads, and keys are keys again', () => {
    const user = new User().reads(`\u001b[200~${'x'.repeat(300_000)}\u001b[2`, '01~', '\r')
    expect(texts(user).map((text) => text.length)).toEqual([200_000])
  })

  test('brings back earlier lines and the draft with ↑ and ↓', () => {
    const user = new User(['older']).reads('newer', '\r', 'dra', '\u001b[A')
    expect(user.line).toBe('newer')
    expect(user.reads('\u001bOA', '\u001b[A').line).toBe('older')
    expect(user.reads('\u001b[B', '\u001b[B', '\u001b[B', 'ft').line).toBe('draft')
  })

  test('leaves on Ctrl-D only if it is empty', () => {
    expect(new User().reads('a', '\u0004').leaves).toBe(false)
    expect(new User().reads('\u0004').leaves).toBe(true)
  })
})

describe.each([approval, gate])('while $stage is on screen', (asked) => {
  test.each(['y', 'Y', 'n', 'd', 'a'])('a single %s answers after a moment', (key) => {
    const user = new User().sees(asked).types(key)
    expect(user.answered).toEqual([])
    expect(user.waits(HOLD_MS).answered).toEqual([key])
    expect(user.line).toBe('')
  })

  test.each(['yes please', 'stop that', 'and now?', 'no', 'delete it', 'yy', 'y\u001b[D'])(
    'typing %j answers nothing',
    (words) => {
      const user = new User().sees(asked).types(words).waits()
      expect(user.answered).toEqual([])
      expect(user.line).not.toBe('')
    },
  )

  test.each(['y\r', 'Y\n', 'n\r\n'])('%j in one piece answers at once, and sends no message', (sent) => {
    const user = new User().sees(asked).reads(sent)
    expect([user.answered, user.line, user.entered]).toEqual([[sent[0]], '', []])
  })

  test('a y followed quickly by Enter answers, and sends no message', () => {
    const user = new User().sees(asked).reads('y', '\r').waits()
    expect([user.answered, user.line, user.entered]).toEqual([['y'], '', []])
  })

  test('a word that ends in y and Enter is a message', () => {
    const user = new User().sees(asked).types('try').reads('\r').waits()
    expect([user.answered, texts(user)]).toEqual([[], ['try']])
  })

  test('a pasted or marked y answers nothing', () => {
    const user = new User().sees(asked).reads('\u001b[200~y\u001b[201~').waits()
    expect([user.answered, user.line]).toEqual([[], 'y'])
  })

  test('a line that was started before it appeared continues, and its keys answer nothing', () => {
    const user = new User().types('this is ').waits().sees(asked).types('y').waits()
    expect([user.answered, user.line]).toEqual([[], 'this is y'])
    user.reads('\r').types('y')
    expect(user.waits().answered).toEqual([])
    expect(texts(user)).toEqual(['this is y'])
  })

  test('a key for one inquiry does not answer the next one', () => {
    const user = new User()
      .sees(asked)
      .types('y')
      .sees({ ...asked, id: 'other' })
    expect(user.waits().answered).toEqual([])
  })

  test('after its line is cleared and the user pauses, keys answer again', () => {
    const user = new User().sees(asked).types('yes').reads('\u001b').waits().types('y')
    expect(user.waits().answered).toEqual(['y'])
  })
})

test('the line for a reason or a rule belongs to the dialog', () => {
  const user = new User().sees({ id: 'ask-1', stage: 'reason' }).reads('not', ' now', '\r')
  expect([user.answered, user.line]).toEqual([['not', ' now', '\r'], ''])
})

test('a line records which question was on screen when it was started', () => {
  const user = new User().types('a message').sees(question).reads('\r')
  user.types('42').reads('\r')
  expect(user.entered).toEqual([
    { text: 'a message', begunAt: undefined },
    { text: '42', begunAt: 'q2' },
  ])
})
