import { describe, expect, test } from 'vitest'
import { type Browsing, beginning, pressInReview, type ReviewKeyPress } from '../../apps/cli/src/build/browsing.ts'
import { diffLayout } from '../../apps/cli/src/build/diff-layout.ts'
import { diffWidth, reviewFrame } from '../../apps/cli/src/build/frame.ts'
import { noStyle } from '../../apps/cli/src/terminal/style.ts'
import { reviewOfPatch } from '../../apps/web/src/session/review/review.fixture.ts'

const patch = ['a', 'b', 'c']
  .map((name) => `--- a/${name}.ts\n+++ b/${name}.ts\n@@ -1,2 +1,2 @@\n same\n-old ${name}\n+new ${name}\n`)
  .join('')
const review = reviewOfPatch('S', patch)

/** What the last of these keys did. */
function keys(sent: readonly string[], from: Browsing = beginning(review)): ReviewKeyPress {
  return sent.reduce<ReviewKeyPress>(({ browsing }, key) => pressInReview(browsing, key, 10), { browsing: from })
}

function shown(browsing: Browsing): string {
  const screen = { columns: 120, rows: 30, style: noStyle }
  const layout = diffLayout(browsing.review, { width: diffWidth(screen), style: noStyle })
  return reviewFrame(browsing, layout, screen, null).rows.join(' ')
}

const idAt = (at: number) => review.files[at]?.hunks[0]?.id

describe('the keys of a review', () => {
  test('j and k go from change to change and stop at the ends', () => {
    expect(keys(['j', 'j', 'j', 'j']).browsing.current).toBe(2)
    expect(keys(['j', 'k', 'k']).browsing.current).toBe(0)
  })

  test('a keeps and x undoes the current change, and the next one is current', () => {
    expect(keys(['j', 'a'])).toMatchObject({ act: { type: 'keep', hunks: [idAt(1)] }, browsing: { current: 2 } })
    expect(keys(['x'])).toMatchObject({ act: { type: 'undo', hunks: [idAt(0)] }, browsing: { current: 1 } })
  })

  test('a key for what cannot be done now says why and does nothing', () => {
    const blocked = { ...review, blocked: { ...review.blocked, keep: 'The changes are already in your files.' } }
    const pressed = keys(['a'], beginning(blocked))
    expect(pressed.act).toBeUndefined()
    expect(pressed.browsing.notice).toBe('The changes are already in your files.')
    expect(keys(['C']).browsing.notice).toBe('Keep something first.')
  })

  test('X and P ask first and act only after y', () => {
    expect(keys(['X']).act).toBeUndefined()
    expect(keys(['X', 'y']).act).toEqual({ type: 'undo' })
    expect(keys(['X', 'Y'])).toMatchObject({ browsing: { asked: null, notice: 'Nothing was done.' } })
    expect(keys(['X', 'X']).act).toBeUndefined()
  })

  test('P says which pull request it would open, and where', () => {
    const proposal = {
      title: 'Add it',
      branch: 'convene/a',
      into: 'main',
      remote: 'github.com/acme/shop',
      problem: null,
    }
    const open = { ...review, blocked: { ...review.blocked, pullRequest: null }, proposal }
    const { browsing, act } = keys(['P'], beginning(open))
    expect(act).toBeUndefined()
    expect(shown(browsing)).toContain('“Add it” from convene/a into main on github.com/acme/shop?')
    expect(keys(['P', 'y'], beginning(open)).act).toEqual({ type: 'pull-request' })
    expect(keys(['P', 'n'], beginning(open)).act).toBeUndefined()
    const stuck = { ...open, proposal: { ...proposal, problem: 'This repository has no remote.' } }
    expect(keys(['P', 'y'], beginning(stuck))).toMatchObject({ browsing: { notice: '' } })
    expect(keys(['P'], beginning(stuck)).browsing.notice).toBe('This repository has no remote.')
    expect(keys(['P', 'y'], beginning(stuck)).act).toBeUndefined()
  })

  test('X says if nothing brings the changes back', () => {
    expect(shown(keys(['X'], beginning({ ...review, place: 'workspace' })).browsing)).toContain(
      'cannot be brought back',
    )
  })

  test('in a comment, letters are text, and Enter notes it on the chosen line', () => {
    const done = keys(['c', 'a', 'x', 'q', '\r'])
    expect(done.act).toEqual({ type: 'comment', path: 'a.ts', side: 'new', line: 2, text: 'axq' })
    expect(keys(['c', '\u001b[A', 'h', 'i', '\r']).act).toMatchObject({ side: 'old', line: 2 })
    expect(keys(['c', 'h', '\u001b']).browsing.draft).toBeNull()
    expect(keys(['c', '\r']).act).toBeUndefined()
  })

  test('s sends only if there is something to send, and q leaves', () => {
    expect(keys(['s']).act).toBeUndefined()
    expect(keys(['q']).leaves).toBe(true)
    expect(keys(['c', 'q']).leaves).toBeUndefined()
  })
})
