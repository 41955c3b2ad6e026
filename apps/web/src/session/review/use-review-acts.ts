import { countText } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { firstLineOf, type Piece } from '@convene/reading'
import { useState } from 'react'
import { type Shortcuts, useShortcuts } from '../../ui/shortcuts.ts'
import type { Reviewing } from './review.ts'
import { actsOf, press } from './review-bar.tsx'
import type { LandCommand, OpenedReview } from './use-build-review.ts'
import type { ShownPieces } from './use-pieces.ts'

type Given = {
  readonly opened: OpenedReview
  readonly review: BuildReview
  readonly shown: ShownPieces
  /** Whether this user may change anything. */
  readonly maySteer: boolean
}

/** What can be done with the change, with the keys for it. `said`: what was just done, for screen readers. */
export function useReviewActs({ opened, review, shown, maySteer }: Given) {
  const [said, say] = useState('')
  const [asked, ask] = useState<'undo' | 'pull-request' | null>(null)
  const { blocked, place } = review
  const land = async (command: LandCommand, done: string) => {
    if (await opened.land(command)) say(done)
  }
  const decide = (type: 'keep' | 'undo') => (pieces: readonly Piece[]) => {
    const open = pieces.filter(({ hunk }) => hunk.state !== (type === 'keep' ? 'kept' : 'undone'))
    if (open.length === 0) return
    const done = type === 'keep' ? 'Kept' : 'Undone'
    void land({ type, hunks: open.map(({ hunk }) => hunk.id) }, `${done}: ${countText(open.length, 'change')}`)
  }
  const mayKeep = maySteer && blocked.keep === null && place === 'worktree'
  const mayUndo = maySteer && blocked.undo === null
  const reviewing: Reviewing = {
    current: shown.current,
    select: shown.select,
    ...(mayKeep && { keep: decide('keep') }),
    ...(mayUndo && { undo: decide('undo') }),
    ...(maySteer && {
      write: shown.write,
      resolve: (comment: string, resolved: boolean) => void opened.comment({ type: 'resolve', comment, resolved }),
      send: (comments: readonly string[]) => void opened.comment({ type: 'send', comments: [...comments] }),
    }),
    closeDraft: () => shown.write(null),
    comment: (anchor, what) => opened.comment({ type: 'comment', ...anchor, ...what }),
    isUnfolded: shown.isUnfolded,
    unfold: shown.unfold,
  }
  const handlers = {
    keep: () => void land({ type: 'keep' }, 'Kept everything'),
    undo: () => ask('undo'),
    commit: () => void land({ type: 'commit' }, 'Committed'),
    pullRequest: () => ask('pull-request'),
    ...(mayKeep && { keepAnyway: () => void land({ type: 'keep', anyway: true }, 'Kept everything') }),
  }
  const acts = maySteer ? actsOf(review, handlers) : []
  const whole = acts.map((act) => [act.keys.replace(/.$/u, (key) => key.toLowerCase()), () => press(act)] as const)
  useShortcuts({ ...keysFor(reviewing, shown), ...Object.fromEntries(whole) }, { first: true })
  const question = {
    ...{ asked, review },
    onClose: () => ask(null),
    onYes: (command: LandCommand) =>
      void land(command, command.type === 'undo' ? 'Undid everything' : 'Opened a pull request'),
  }
  return { reviewing, handlers, said, question }
}

/** J and K go from piece to piece. A and X decide about the current one and move to the next. */
function keysFor(reviewing: Reviewing, shown: ShownPieces): Shortcuts {
  const { pieces, current } = shown
  const piece = pieces[current]
  const next = () => shown.show(Math.min(current + 1, pieces.length - 1))
  const deciding = (act: Reviewing['keep']) =>
    act &&
    piece &&
    (() => {
      act([piece])
      next()
    })
  const write = reviewing.write
  return {
    j: next,
    k: () => shown.show(Math.max(current - 1, 0)),
    a: deciding(reviewing.keep),
    x: deciding(reviewing.undo),
    c: write && piece && (() => write({ path: piece.file.path, ...firstLineOf(piece) })),
  }
}
