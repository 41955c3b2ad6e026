import { useRef } from 'react'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { Waiting } from '../dock/waiting.tsx'
import { usePlanGate } from '../view/use-centre.ts'
import { BuildReview } from './build-review.tsx'

/** The review in its session. A plan that waits for approval is shown in its place: the gate has the same steps. */
export function SessionReview() {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtGate = usePlanGate()
  if (isAtGate)
    return (
      <div className="mx-auto flex min-h-0 w-full max-w-page flex-1 flex-col p-4 max-tablet:p-2 [&>section]:max-h-full">
        <Waiting />
      </div>
    )
  return (
    <ScrollArea
      ref={scroller}
      label="Review"
      className="min-h-0 flex-1 overflow-y-auto bg-canvas outline-offset-[-2px]"
    >
      <BuildReview scroller={scroller} />
    </ScrollArea>
  )
}
