import type { PersonView } from '@convene/protocol'
import { useEffect, useState } from 'react'
import { useClient } from '../connection/client.ts'
import { neutral } from '../ui/text/neutral.ts'
import { Tip } from '../ui/tip.tsx'
import { useEvery } from './every.ts'
import { initialsOf } from './initials.tsx'
import { useMe } from './me.ts'

const often = { ms: 10_000, isOnlyInView: true }
const MOST_FACES = 3

/** Who else has this session open. Empty on a single-user server. */
export function SessionViewers({ session }: { readonly session: string }) {
  const others = useOthers(session)
  if (others.length === 0) return null
  const names = others.map(({ name }) => neutral(name))
  const more = others.length - MOST_FACES
  return (
    <Tip text={`Also here: ${names.join(', ')}`}>
      <span
        role="img"
        aria-label={`Also here: ${names.join(', ')}`}
        className="flex shrink-0 items-center -space-x-1.5"
      >
        {others.slice(0, MOST_FACES).map(({ id, name }) => (
          <Face key={id}>{initialsOf(name)}</Face>
        ))}
        {more > 0 && <Face>+{more}</Face>}
      </span>
    </Tip>
  )
}

function Face({ children }: { readonly children: React.ReactNode }) {
  return (
    <span
      aria-hidden
      className="flex size-6 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink ring-2 ring-surface"
    >
      {children}
    </span>
  )
}

/** Reports that this page is open and fetches who else has it open. */
function useOthers(session: string): readonly PersonView[] {
  const client = useClient()
  const me = useMe()
  const [known, setKnown] = useState<{ readonly session: string; readonly others: readonly PersonView[] } | null>(null)
  useEvery(often, me ? session : null, async () => {
    const looked = await client.look({ id: session })
    // If the call fails, assume that the others are still there.
    if (looked.ok) setKnown({ session, others: looked.value.others })
  })
  const isPerson = me !== null
  useEffect(() => {
    if (isPerson) return () => void client.look({ id: session, leaves: true })
  }, [client, session, isPerson])
  return known?.session === session ? known.others : []
}
