import { type Event, type Run, type Session, traitsOf } from '@convene/domain'
import { storyOf } from '@convene/reading'
import { foldShown } from './fold.ts'
import { emptyView, type View } from './view.ts'

/**
 * A view of the end of a long log, shown until all of it has been read. The session comes folded from the program. Only
 * its run is set to where it was at each event, so that entries get the right band.
 */
export function foldNewest(state: Session, events: readonly Event[]): View {
  const folding = foldingNewest(state, events)
  for (let step = folding.next(); ; step = folding.next()) if (step.done) return step.value
}

/** The same, yielding after each event so that the caller can pause. */
export function* foldingNewest(state: Session, events: readonly Event[]): Generator<void, View> {
  const view = emptyView(state.id)
  view.story = storyOf(state)
  view.session = { ...state, run: state.run && { ...state.run, ...runBefore(state.run, events) } }
  for (const event of events) {
    const run = view.session.run
    if (run) view.session = { ...view.session, run: { ...run, ...runAfter(event) } }
    foldShown(view, event)
    yield
  }
  view.session = state
  return view
}

type Where = Partial<Pick<Run, 'number' | 'phase' | 'resumeTo' | 'mode' | 'traits'>>

function runBefore(run: Run, events: readonly Event[]): Where {
  const first = events.find(({ type }) => type === 'run.started' || type === 'run.state')
  if (first?.type === 'run.started') return { number: first.data.number - 1, phase: 'completed' }
  const started = events.find((event) => event.type === 'run.started')
  const number = started?.type === 'run.started' ? started.data.number - 1 : run.number
  return first?.type === 'run.state' ? { number, phase: first.data.from } : { number }
}

function runAfter(event: Event): Where {
  if (event.type === 'run.started') {
    const { number, mode } = event.data
    return { number, mode, traits: traitsOf(mode), phase: 'idle' }
  }
  if (event.type !== 'run.state') return {}
  const { from, to } = event.data
  return { phase: to, resumeTo: to === 'paused' ? from : null }
}
