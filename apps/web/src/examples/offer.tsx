import { CirclePlay } from 'lucide-react'
import { Link } from 'wouter'
import { lazyComponent } from '../ui/lazy-component.tsx'

const Hero = lazyComponent(() => import('./hero.tsx').then((module) => module.ExampleHero))

/** Invites newcomers to the examples: no key, no cost, nothing stored. `isLarge`: with the decision itself. */
export const ExampleOffer = ({ isLarge = false }: { readonly isLarge?: boolean }) => (
  <Link
    href="/examples/decision"
    className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong hover:bg-hover"
  >
    <span className="flex items-center gap-3">
      <CirclePlay aria-hidden size={24} strokeWidth={1.5} className="shrink-0 text-accent-ink" />
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">Watch a panel decide</span>
        <span className="text-muted">
          Four experts split 2 : 2, and one changes sides. About a minute, no key needed.
        </span>
      </span>
    </span>
    {isLarge && (
      // The height of four seats, so that nothing moves once it is loaded.
      <div className="min-h-70">
        <Hero slug="decision" />
      </div>
    )}
  </Link>
)
