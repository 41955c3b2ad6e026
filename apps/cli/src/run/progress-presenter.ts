import { emptySession } from '@convene/domain'
import type { AskingDialog } from '../asking/asking.ts'
import type { Input } from '../command-line/input.ts'
import type { LiveOptions } from '../live-view/live-presenter.ts'
import type { Presenter } from '../live-view/presenter.ts'
import type { Verbosity } from '../live-view/view.ts'
import type { CliProgram } from '../program.ts'
import type { Terminal, TextSink } from '../terminal/terminal.ts'
import { answersTo } from './answers.ts'
import type { ForegroundRequest } from './foreground-request.ts'
import { plainPresenter } from './plain-presenter.ts'
import { whatNextLines } from './what-next.ts'

/**
 * A live view on a terminal. Without one, plain lines: answers go to standard output and everything else to standard
 * error.
 */
export async function progressPresenter(
  program: CliProgram,
  input: Input,
  request: ForegroundRequest,
  answer: AskingDialog['answer'],
): Promise<Presenter> {
  const { out, err } = program.terminal
  const state = request.before ?? emptySession(request.session)
  const verbosity = (input.text('verbosity') as Verbosity | undefined) ?? (await program.settings()).settings.verbosity
  // `write` wraps notices, which would break up a frame.
  const sink = out.isTerminal ? out : { ...err, write: err.verbatim ?? err.write }
  const { canAsk, keys, edit } = program.terminal
  const dialog = canAsk ? { keys, edit, answer, now: program.now } : undefined
  const live = { sink, state, verbosity, now: program.now, recall: request.recall ?? false, dialog }
  const progress = sink.isTerminal ? await liveProgress(live) : plainPresenter(sink, state, verbosity)
  const next = nextSteps(sink, request.followUp ?? false, program.terminal)
  return together(out.isTerminal ? [progress, next] : [progress, answersTo(out), next])
}

/** Loaded only for a terminal: a pipeline never draws. */
async function liveProgress(view: LiveOptions): Promise<Presenter> {
  const { livePresenter } = await import('../live-view/live-presenter.ts')
  return livePresenter(view)
}

/** A blank line separates them from the last answer if no ending is printed between. */
function nextSteps(sink: TextSink, isFollowUp: boolean, as: Terminal): Presenter {
  return {
    events: () => {},
    delta: () => {},
    notice: () => {},
    leaving: () => {},
    end: (state) => {
      if (!state) return
      const gap = sink.isTerminal && (isFollowUp || state.run?.phase === 'paused') ? '\n' : ''
      sink.write(`${gap}${whatNextLines(state, sink.style, as).join('\n')}\n`)
    },
  }
}

/** Several presenters as one. */
function together(presenters: readonly Presenter[]): Presenter {
  return {
    asks: presenters.some(({ asks }) => asks === true),
    events: (batch) => presenters.forEach((each) => void each.events(batch)),
    delta: (...delta) => presenters.forEach((each) => void each.delta(...delta)),
    notice: (text) => presenters.forEach((each) => void each.notice(text)),
    leaving: () => presenters.forEach((each) => void each.leaving()),
    end: (state) => presenters.forEach((each) => void each.end(state)),
  }
}
