import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsLocked } from '../view/locked.ts'
import { useSpeaker, useView } from '../view/use-session.ts'
import type { Entry } from '../view/view.ts'
import { useIsOpen } from './opened.ts'

type Said = Extract<Entry, { kind: 'said' }>

/**
 * Hides what members say in a blind round until everyone has answered, and shows only whether it is being written or
 * done. In a lane, the head of the round offers to peek.
 */
export function Sealable(props: { readonly entry: Said; readonly compact: boolean; readonly children: ReactNode }) {
  const { entry, compact, children } = props
  const isLocked = useIsLocked(entry.band)
  const [isPeeking, peek] = useIsOpen(`peek:${entry.band}`)
  if (!isLocked || isPeeking || entry.voice !== 'agent' || entry.role !== 'member') return children
  return (
    <div className="flex items-center gap-2 rounded-md bg-sunken px-3 py-2 text-sm text-muted">
      <Lock aria-hidden size={12} />
      {!compact && <Name slug={entry.agent} />}
      <HowFar entry={entry} />
      {!compact && (
        <button type="button" onClick={peek} className="rounded-sm px-1 text-accent-ink hover:underline">
          Peek
        </button>
      )}
    </div>
  )
}

const Name = ({ slug }: { readonly slug: string }) => <b className="font-semibold text-ink">{useSpeaker(slug).name}</b>

function HowFar({ entry: { effect, stage } }: { readonly entry: Said }) {
  const length = useView((view) => Math.floor((effect ? (view.live.get(effect)?.text.length ?? 0) : 0) / 200))
  if (stage !== 'live') return 'Answered, sealed'
  return `Writing${length > 0 ? `, about ${length * 30} words` : ''}`
}
