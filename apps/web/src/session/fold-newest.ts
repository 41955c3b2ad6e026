import { type Event, type Run, type Session, storyOf } from '@convene/domain'
import { foldShown } from './fold.ts'
import { emptyView, type View } from './view.ts'

/**
 * The end of a long log, to be looked at until all of it has been read. Nothing is folded into the session: it is as the
 * program has folded it; only its run is where it was when each of these events came, so that they stand where they belong.
 */
export function foldNewest(state: Session, events: readonly Event[]): View {
  const view = emptyView(state.id)
  view.story = storyOf(state)
  view.session = { ...state, run: state.run && { ...state.run, ...runBefore(state.run, events) } }
  for (const event of events) {
    const run = view.session.run
    if (run) view.session = { ...view.session, run: { ...run, ...runAfter(event) } }
    foldShown(view, event)
  }
  view.session = state
  return view
}

type Where = Partial<Pick<Run, 'number' | 'phase' | 'resumeTo' | 'mode'>>

function runBefore(run: Run, events: readonly Event[]): Where {
  const first = events.find(({ type }) => type === 'run.started' || type === 'run.state')
  if (first?.type === 'run.started') return { number: first.data.number - 1, phase: 'completed' }
  const started = events.find((event) => event.type === 'run.started')
  const number = started?.type === 'run.started' ? started.data.number - 1 : run.number
  return first?.type === 'run.state' ? { number, phase: first.data.from } : { number }
}

function runAfter(event: Event): Where {
  if (event.type === 'run.started') return { number: event.data.number, mode: event.data.mode, phase: 'idle' }
  if (event.type !== 'run.state') return {}
  const { from, to } = event.data
  return { phase: to, resumeTo: to === 'paused' ? from : null }
}
