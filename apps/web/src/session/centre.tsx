import { lazyComponent } from '../ui/lazy-component.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Columns } from './transcript/columns.tsx'
import { Transcript } from './transcript/transcript.tsx'
import { type Picture, useCentre } from './view/use-centre.ts'

const pictures = {
  table: lazyComponent(() => import('./story/table-story.tsx').then((module) => module.TableStory)),
  tree: lazyComponent(() => import('./story/tree-story.tsx').then((module) => module.TreeStory)),
  columns: Columns,
  review: lazyComponent(() => import('./review/session-review.tsx').then((module) => module.SessionReview)),
} satisfies { readonly [name in NonNullable<Picture>]: unknown }

/** The story of a session, or its transcript. */
export function Centre() {
  const { picture, showsStory, toggleView } = useCentre()
  useShortcuts({ t: toggleView })
  const Story = picture && showsStory ? pictures[picture] : Transcript
  return (
    <>
      <h2 className="sr-only">Team activity</h2>
      <div className="mb-3 flex min-h-0 flex-1 flex-col border-b border-line bg-surface">
        <Story />
      </div>
    </>
  )
}
