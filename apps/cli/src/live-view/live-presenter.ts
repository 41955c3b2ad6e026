import { isActive, type Session } from '@convene/domain'
import { type Asking, type AskingDialog, askingWith } from '../asking/asking.ts'
import { screenOn } from '../terminal/screen.ts'
import type { TextSink } from '../terminal/terminal.ts'
import { closeDirect } from './direct.ts'
import { entriesRows } from './entry-rows.ts'
import { closeLate, type Folded, foldBatch, foldLiveText, foldNotice } from './fold.ts'
import { footerRows } from './footer.ts'
import type { ShownMoment } from './moment.ts'
import type { Presenter } from './presenter.ts'
import { openingOf } from './printed.ts'
import { isGate, type LiveEntry, type LiveView, type Verbosity, viewOf } from './view.ts'

const FRAME_MS = 66

export type LiveOptions = {
  readonly sink: TextSink
  readonly state: Session
  readonly verbosity: Verbosity
  readonly now: () => number
  /** Whether to begin with the session's goal. */
  readonly recall: boolean
  /** How users answer asks. Without it, they only see that something is waiting. */
  readonly dialog?: AskingDialog | undefined
  /** Drawn below the run instead of a dialog, and stays there between runs. */
  readonly below?: Asking
  /** It is an example, not a run. */
  readonly isRecorded?: boolean
}

/** A presenter that can draw before its next frame. */
export type LivePresenter = Presenter & { draw(): void }

/** Shows a run on a terminal as it happens: finished parts are printed once, work in progress is drawn below. */
export function livePresenter({
  sink,
  state,
  verbosity,
  now,
  recall,
  dialog,
  below,
  ...more
}: LiveOptions): LivePresenter {
  const screen = screenOn(sink)
  const asking = below ?? (dialog && askingWith(dialog))
  let view: LiveView = viewOf(state, verbosity)
  let entries: LiveEntry[] = recall ? [openingOf(state)] : []
  let before: LiveEntry['kind'] | undefined
  let [isOver, gateIsShown] = [false, false]

  const page = () => ({ width: sink.columns(), style: sink.style, command: sink.command })
  const take = (folded: Folded) => {
    view = folded.view
    entries.push(...folded.entries)
    gateIsShown ||= folded.entries.some(isGate)
    asking?.follow(view.session)
  }
  const draw = () => {
    if (isOver) return
    const rows = entriesRows(entries, page(), before)
    before = entries.at(-1)?.kind ?? before
    entries = []
    const moment = { ...page(), rows: sink.rows(), now: now(), ...more }
    const asked = asking?.rows({ ...moment, gateIsShown }) ?? []
    const footer = below && !isAtWork(view) ? [] : footerAbove(asked, view, moment)
    screen.draw([...(asking?.printed(moment) ?? []), ...rows], [...footer, ...asked])
  }
  const stopFrames = framesOn(sink, draw)
  asking?.follow(state)
  return {
    asks: asking !== undefined,
    events: (batch) => take(foldBatch(view, batch)),
    delta: (effect, kind, text) => take(foldLiveText(view, effect, kind, text)),
    notice: (text) => take(foldNotice(view, text)),
    leaving: draw,
    draw,
    end() {
      stopFrames()
      take(closeDirect(view))
      take(closeLate(view))
      // After the last fold: a deleted session still asks, and would keep the keyboard and therefore the process.
      asking?.end()
      draw()
      isOver = true
      screen.end()
    },
  }
}

/** Redraws periodically, and at once after a resize. */
function framesOn(sink: TextSink, draw: () => void): () => void {
  const frames = setInterval(draw, FRAME_MS)
  const stopResizing = sink.onResize(draw)
  return () => {
    clearInterval(frames)
    stopResizing()
  }
}

const footerAbove = (asked: readonly string[], view: LiveView, moment: ShownMoment): readonly string[] =>
  footerRows(view, { ...moment, rows: Math.max(4, moment.rows - asked.length) })

/** Between runs there is nothing to follow. */
const isAtWork = ({ session, running }: LiveView): boolean => isActive(session) || running.length > 0
