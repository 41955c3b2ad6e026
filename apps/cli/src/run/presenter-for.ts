import { emptySession, type Session } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Verbosity } from '../live-view/view.ts'
import type { Program } from '../program.ts'
import { cleanLine } from '../terminal/clean.ts'
import type { Sink } from '../terminal/terminal.ts'
import { answersTo } from './answers.ts'
import type { Foreground } from './foreground.ts'
import { jsonPresenter } from './json-presenter.ts'
import { plainPresenter } from './plain-presenter.ts'
import type { Presenter } from './presenter.ts'
import { whatNextLines } from './what-next.ts'

/**
 * Live on a terminal; plain lines without one, and then the answers go to standard output and everything else to
 * standard error; JSON where it was asked for.
 */
export async function presenterFor(program: Program, input: Input, wish: Foreground): Promise<Presenter> {
  const { out, err } = program.terminal
  if (input.flag('json')) return jsonPresenter(program.terminal, wish.session, input.flag('deltas'))
  const state = await stateAt(program, wish)
  const verbosity = (input.text('verbosity') as Verbosity | undefined) ?? (await program.settings()).settings.verbosity
  const sink = out.isTerminal ? out : err
  const progress = sink.isTerminal
    ? (await import('../live-view/live-presenter.ts')).livePresenter({
        sink,
        state,
        verbosity,
        now: program.now,
        recall: wish.recall ?? false,
      })
    : plainPresenter(sink, state, verbosity)
  const next = nextSteps(sink)
  return together(out.isTerminal ? [progress, next] : [progress, answersTo(out), next])
}

/** The session as it was before what is shown now. */
async function stateAt(program: Program, { session, after }: Foreground): Promise<Session> {
  if (after === 0) return emptySession(session)
  const { createDomain } = await import('@convene/domain')
  const { log } = await program.store()
  const events = (await log.read(session)).filter(({ seq }) => seq <= after)
  return events.reduce(createDomain().evolve, emptySession(session))
}

function nextSteps(sink: Sink): Presenter {
  return {
    events: () => {},
    delta: () => {},
    notice: () => {},
    leaving: () => {},
    end: (state) => {
      if (!state) return
      const lines = whatNextLines(state, sink.style).map((line) => (sink.isTerminal ? line : cleanLine(line)))
      sink.write(`${lines.join('\n')}\n`)
    },
  }
}

/** Several presenters as one. */
function together(presenters: readonly Presenter[]): Presenter {
  return {
    events: (batch) => presenters.forEach((each) => void each.events(batch)),
    delta: (...delta) => presenters.forEach((each) => void each.delta(...delta)),
    notice: (text) => presenters.forEach((each) => void each.notice(text)),
    leaving: () => presenters.forEach((each) => void each.leaving()),
    end: (state) => presenters.forEach((each) => void each.end(state)),
  }
}
