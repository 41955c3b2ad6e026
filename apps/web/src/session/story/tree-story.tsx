import { ScrollArea } from '../../ui/scroll-area.tsx'
import { Newest } from './newest.tsx'
import { Tree } from './tree.tsx'

/** Work that a lead hands out: whose results went where, what is being said, and how it ended. */
export function TreeStory() {
  return (
    <ScrollArea label="Story" className="min-h-0 flex-1 overflow-y-auto">
      <Tree />
      <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-4 max-tablet:px-2">
        <Newest />
      </div>
    </ScrollArea>
  )
}
