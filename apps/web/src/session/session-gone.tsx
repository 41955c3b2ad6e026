import { SearchX } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

/** Shown in place of a session that does not exist. */
export function SessionGone() {
  return (
    <div className="flex h-full items-center justify-center">
      <Empty
        icon={SearchX}
        title="Session not found"
        text="It may have been deleted, or it belongs to another data folder."
      >
        <LinkButton href="/">Start a new one</LinkButton>
      </Empty>
    </div>
  )
}
