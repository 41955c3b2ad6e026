import { Compass } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'

export function NotHere() {
  return (
    <main className="flex h-full items-center justify-center">
      <Empty icon={Compass} title="Page not found" text="This link may be outdated or incomplete.">
        <LinkButton href="/">Go to start</LinkButton>
      </Empty>
    </main>
  )
}
