import { BookOpen, Rows3 } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { TABLET, useWide } from '../../ui/use-wide.ts'
import { useCentre } from '../view/use-centre.ts'

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
