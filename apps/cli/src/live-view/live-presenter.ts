import type { Session } from '@convene/domain'
import type { Presenter } from '../run/presenter.ts'
import { screenOn } from '../terminal/screen.ts'
import type { Sink } from '../terminal/terminal.ts'
import { entryRows } from './entry-rows.ts'
import { type Folded, foldBatch, foldDelta } from './fold.ts'
import { footerRows } from './footer.ts'
import { type Entry, type Verbosity, type View, viewOf } from './view.ts'

const FRAME_MS = 66

export type LiveOptions = {
  readonly sink: Sink
  readonly state: Session
  readonly verbosity: Verbosity
  readonly now: () => number
}

/** Shows a run on a terminal as it happens: what is over is printed once, what is under way is drawn below it. */
export function livePresenter({ sink, state, verbosity, now }: LiveOptions): Presenter {
  const screen = screenOn(sink)
  let view: View = viewOf(state, verbosity)
  let entries: Entry[] = []
  let isOver = false

  const page = () => ({ width: sink.columns(), style: sink.style })
  const take = (folded: Folded) => {
    view = folded.view
    entries.push(...folded.entries)
  }
  const draw = () => {
    if (isOver) return
    const rows = entries.flatMap((entry) => entryRows(entry, page()))
    entries = []
    screen.draw(rows, footerRows(view, { ...page(), rows: sink.rows(), now: now() }))
  }
  const frames = setInterval(draw, FRAME_MS)
  const stopResizing = sink.onResize(draw)
  return {
    events: (batch) => take(foldBatch(view, batch)),
    delta: (effect, kind, text) => take(foldDelta(view, effect, kind, text)),
    notice: (text) => entries.push({ kind: 'notice', tone: 'plain', text }),
    end() {
      clearInterval(frames)
      stopResizing()
      draw()
      isOver = true
      screen.end()
    },
  }
}
