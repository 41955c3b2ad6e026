import { emptySession, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { PaperTerminal } from '../terminal/paper-terminal.fixture.ts'
import { livePresenter } from './live-presenter.ts'
import { PlayedSession } from './played-session.fixture.ts'

const session = emptySession('01JSTAGE00000000000000ABCD' as SessionId)

test('a run leaves its messages on the screen, no footer, and the cursor where it was', () => {
  const paper = new PaperTerminal(60, 12)
  const presenter = livePresenter({
    sink: paper.sink,
    state: session,
    verbosity: 'detailed',
    now: () => 0,
    recall: false,
  })
  presenter.notice('First.')
  presenter.leaving()
  presenter.notice('Second \u001b[31mred.')
  presenter.end(undefined)
  presenter.notice('Too late.')
  expect(paper.lines).toEqual(['· First.', '· Second red.'])
  expect(paper.isCursorShown).toBe(true)
})

test('the keyboard is released at the end, even if something is still pending', () => {
  const paper = new PaperTerminal(60, 12)
  const stage = new PlayedSession()
  stage.start('broadcast', 'Go.', 2, { bash: 'ask' })
  stage.calls('architect', ['bash', { command: 'ls' }])
  stage.touches({ permission: 'bash', target: 'ls', preview: '$ ls' })
  let isHeard = false
  const presenter = livePresenter({
    sink: paper.sink,
    state: stage.session,
    verbosity: 'detailed',
    now: () => 0,
    recall: false,
    dialog: {
      now: () => 0,
      answer: async () => {},
      edit: async () => undefined,
      keys: () => {
        isHeard = true
        return () => {
          isHeard = false
        }
      },
    },
  })
  expect(isHeard).toBe(true)
  presenter.end(undefined)
  expect(isHeard).toBe(false)
})
