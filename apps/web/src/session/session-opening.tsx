import { SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { Empty } from '../parts/empty.tsx'

/** The shape of what comes, for the moment before it is there. */
export function SessionOpening() {
  return (
    <div role="status" aria-label="Opening the session" className="flex h-full flex-col gap-4 p-4">
      <div className="h-6 w-1/2 animate-breathe rounded-md bg-hover" />
      <div className="h-4 w-1/3 animate-breathe rounded-md bg-hover" />
      <div className="mt-4 flex flex-1 gap-4">
        {[1, 2, 3].map((lane) => (
          <div key={lane} className="flex-1 animate-breathe rounded-lg bg-sunken" />
        ))}
      </div>
    </div>
  )
}

export function SessionGone() {
  return (
    <div className="flex h-full items-center justify-center">
      <Empty
        icon={SearchX}
        title="This session is not here"
        text="It may have been deleted, or it belongs to another data folder."
      >
        <Link
          href="/"
          className="rounded-md border border-line bg-raised px-3 py-1.5 font-medium shadow-raised hover:bg-hover"
        >
          Start a new one
        </Link>
      </Empty>
    </div>
  )
}
