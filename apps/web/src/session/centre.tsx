import { Columns3, FileDiff, Rows3, Scale, Waypoints } from 'lucide-react'
import { type CentreView, showVerbosity, useLayout, type Verbosity, verbosities } from '../ui/layout.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Segments } from '../ui/segments.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { AsideSeats } from './lanes/aside-seats.tsx'
import { Lanes } from './lanes/lanes.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { shownNow } from './view/mode-view.ts'
import { useCentre } from './view/use-centre.ts'
import { useView } from './view/use-session.ts'

const Graph = lazyComponent(() => import('./graph/graph.tsx').then((module) => module.Graph))
const Review = lazyComponent(() => import('./review/session-review.tsx').then((module) => module.SessionReview))

const lanes = { value: 'story', label: 'Lanes', icon: Columns3, keys: '1' }
const review = { value: 'story', label: 'Review', icon: FileDiff, keys: '1' }
const timeline = { value: 'timeline', label: 'Timeline', icon: Rows3, keys: '2' }
const graph = { value: 'graph', label: 'Graph', icon: Waypoints, keys: '3' }
const table = { value: 'graph', label: 'Table', icon: Scale, keys: '3' }

/** Three views of the same events. */
export function Centre() {
  const { view, isBuild, show } = useCentre()
  const isDecision = useView((each) => shownNow(each).expects.includes('positions'))
  useShortcuts({ 1: () => show('story'), 2: () => show('timeline'), 3: () => show('graph') })
  const verbosity = useLayout((layout) => layout.verbosity)
  return (
    <>
      <h2 className="sr-only">Team activity</h2>
      <div className="flex h-11 shrink-0 items-center gap-3 overflow-x-auto px-4 hush max-tablet:px-2">
        <Segments
          label="View"
          value={view}
          segments={[isBuild ? review : lanes, timeline, isDecision ? table : graph]}
          onChange={(next) => show(next as CentreView)}
        />
        {view === 'story' && <AsideSeats />}
        {view === 'timeline' && (
          <Segments
            label="Verbosity"
            value={verbosity}
            segments={verbosities}
            onChange={(next) => showVerbosity(next as Verbosity)}
          />
        )}
      </div>
      <div className="mb-3 flex min-h-0 flex-1 flex-col border-y border-line bg-surface">
        {view === 'story' && (isBuild ? <Review /> : <Lanes />)}
        {view === 'timeline' && <Timeline />}
        {view === 'graph' && <Graph />}
      </div>
    </>
  )
}
