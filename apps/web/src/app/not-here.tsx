import { Compass } from 'lucide-react'
import { Link } from 'wouter'
import { Empty } from '../parts/empty.tsx'

export function NotHere() {
  return (
    <main className="flex h-full items-center justify-center">
      <Empty icon={Compass} title="There is nothing at this address">
        <Link
          href="/"
          className="rounded-md border border-line bg-raised px-3 py-1.5 font-medium shadow-raised hover:bg-hover"
        >
          To the start
        </Link>
      </Empty>
    </main>
  )
}
