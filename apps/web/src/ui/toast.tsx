import { X } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import { Button, IconButton } from './button.tsx'
import { classes } from './theme/classes.ts'
import { toneIcons, toneInks } from './tones.ts'

type Tone = 'good' | 'bad' | 'plain'
type Act = { readonly label: string; readonly run: () => void }
type Toast = {
  readonly id: number
  readonly tone: Tone
  readonly text: string
  readonly detail?: string
  readonly act?: Act
}

const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }))
let count = 0

/**
 * Shows a toast. A bad one says what happened, what is safe and what to do. Bad toasts and those with a button stay
 * longer.
 */
export function toast(tone: Tone, text: string, detail?: string, act?: Act): void {
  count += 1
  const next: Toast = { id: count, tone, text, ...(detail && { detail }), ...(act && { act }) }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), next] }))
}

const dismiss = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }))

export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-[min(360px,calc(100vw-32px))] flex-col gap-2 print:hidden"
    >
      {toasts.map((each) => (
        <Note key={each.id} {...each} />
      ))}
    </div>
  )
}

function Note({ id, tone, text, detail, act }: Toast) {
  const isLong = tone === 'bad' || act !== undefined
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), isLong ? 10_000 : 4_000)
    return () => clearTimeout(timer)
  }, [id, isLong])
  const Icon = toneIcons[tone]
  return (
    <div className="pointer-events-auto flex animate-rise items-start gap-3 rounded-md bg-raised p-3 shadow-floating">
      <Icon aria-hidden size={16} className={classes('mt-0.5 shrink-0', toneInks[tone])} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{text}</p>
        {detail && <p className="text-muted">{detail}</p>}
      </div>
      {act && (
        <Button
          small
          onClick={() => {
            dismiss(id)
            act.run()
          }}
        >
          {act.label}
        </Button>
      )}
      <IconButton small label="Dismiss" icon={X} onClick={() => dismiss(id)} />
    </div>
  )
}
