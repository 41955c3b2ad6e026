import type { Tone } from '@convene/reading'
import { memo } from 'react'
import { Coded } from '../../ui/markdown/coded.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { toneIcons, toneInks } from '../../ui/tones.ts'
import { useEntry } from '../view/use-session.ts'
import { ChangeLine } from './change-line.tsx'
import { EndingCard } from './ending-card.tsx'
import { HandoverCard } from './handover-card.tsx'
import { OpeningCard } from './opening-card.tsx'
import { SaidView } from './said-view.tsx'
import { ScoreCard } from './score-card.tsx'
import { Sealable } from './sealed.tsx'
import { ThoughtCard } from './thought-card.tsx'
import { ToolCard } from './tool-card.tsx'

/** One entry of a session. `compact` inside a lane, because the lane head names the agent. */
export const EntryView = memo(function EntryView(props: { readonly entryKey: string; readonly compact: boolean }) {
  const entry = useEntry(props.entryKey)
  switch (entry?.kind) {
    case 'said':
      return (
        <Sealable entry={entry} compact={props.compact}>
          <SaidView entry={entry} compact={props.compact} />
        </Sealable>
      )
    case 'tool':
      return <ToolCard entry={entry} compact={props.compact} />
    case 'handover':
      return <HandoverCard entry={entry} />
    case 'thought':
      return <ThoughtCard entry={entry} />
    case 'notice':
      return <NoticeLine tone={entry.tone} text={entry.text} />
    case 'question':
      return <NoticeLine tone="asked" text={entry.text} />
    case 'opening':
      return <OpeningCard entry={entry} />
    case 'ending':
      return <EndingCard entry={entry} />
    case 'change':
      return <ChangeLine entry={entry} compact={props.compact} />
    case 'scored':
      return <ScoreCard entry={entry} />
    default:
      return null
  }
})

/** A one-line notice. */
function NoticeLine({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  const Icon = toneIcons[tone]
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden size={14} className={classes('mt-px shrink-0', toneInks[tone])} />
      <span className="min-w-0 wrap-anywhere">
        <Coded text={text} />
      </span>
    </p>
  )
}
