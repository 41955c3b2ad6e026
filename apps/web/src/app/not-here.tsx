import { Compass } from 'lucide-react'
import { LinkButton } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'

export function NotHere() {
  return (
    <main className="flex h-full items-center justify-center">
      <Empty
        icon={Compass}
        title="There is nothing at this address"
        text="The link may be old, or a word of it is missing."
      >
        <LinkButton href="/">To the start</LinkButton>
      </Empty>
    </main>
  )
}
