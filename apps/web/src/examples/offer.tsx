import { CirclePlay } from 'lucide-react'
import { Link } from 'wouter'

/** Invites newcomers to the examples: no key, no cost, nothing stored. */
export const ExampleOffer = () => (
  <Link
    href="/examples/decision"
    className="flex items-center gap-3 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
  >
    <CirclePlay aria-hidden size={24} strokeWidth={1.5} className="shrink-0 text-accent-ink" />
    <span className="flex min-w-0 flex-col">
      <span className="font-medium">Watch a panel decide</span>
      <span className="text-muted">Four experts, one change of mind, one dissent. About a minute, no key needed.</span>
    </span>
  </Link>
)
