import { ScrollArea } from '../../ui/scroll-area.tsx'
import { Table } from '../table/table.tsx'
import { useView } from '../view/use-session.ts'
import { Newest } from './newest.tsx'

/** A decision: who is on which side, what is being said, and how it ended. */
export function TableStory() {
  const run = useView(({ session }) => session.run)
  return (
    <ScrollArea label="Story" className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-page flex-col gap-6 px-4 py-4 max-tablet:px-2">
        <Table run={run} />
        <Newest />
      </div>
    </ScrollArea>
  )
}
