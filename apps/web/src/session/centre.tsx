import { BookOpen, Rows3 } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Segments } from '../ui/segments.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { TABLET, useWide } from '../ui/use-wide.ts'
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

const views = [
  { value: 'story', label: 'Story' },
  { value: 'transcript', label: 'Transcript' },
]

/** Chooses between the two views of a session, if its story is more than its transcript. */
export function ViewSwitch() {
  const { picture, showsStory, toggleView } = useCentre()
  const isWide = useWide(TABLET)
  if (picture === null) return null
  if (!isWide)
    return showsStory ? (
      <IconButton label="Show the transcript" icon={Rows3} onClick={toggleView} />
    ) : (
      <IconButton label="Show the story" icon={BookOpen} onClick={toggleView} />
    )
  return (
    <Segments label="View" value={showsStory ? 'story' : 'transcript'} segments={views} onChange={() => toggleView()} />
  )
}
