import type { Tone } from '@convene/domain'
import { classes } from '../../ui/theme/classes.ts'
import { toneIcons, toneInks } from '../../ui/tones.ts'

/** A one-line notice. */
export function NoticeLine({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  const Icon = toneIcons[tone]
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Icon aria-hidden size={14} className={classes('mt-px shrink-0', toneInks[tone])} />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}
