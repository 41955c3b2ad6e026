import type { ListedSessionRow } from '@convene/protocol'
import { runState } from '@convene/reading'

/** A session's line in the view. A narrow side bar cuts its end off, so the state comes before the mode. */
export function sessionLine(
  row: Pick<ListedSessionRow, 'title' | 'mode' | 'phase' | 'reason' | 'asks' | 'summary' | 'interrupted'>,
): {
  readonly description: string
  readonly tooltip: string
  /** An icon of the editor. */
  readonly icon: string
} {
  const { title, mode, phase, reason, asks, summary, interrupted } = row
  const { word } = runState({ phase, reason, waiting: asks, interrupted })
  const description = `${word} · ${mode}`
  const tooltip = [title, description, summary].filter(Boolean).join('\n\n')
  return { description, tooltip, icon: iconOf(row) }
}

const icons: { readonly [phase: string]: string } = {
  completed: 'check',
  failed: 'error',
  cancelled: 'circle-slash',
  paused: 'debug-pause',
}

/** A run that waits for the user looks different from one that works, also if a narrow side bar cuts off the words. */
function iconOf({ phase, reason, asks, interrupted }: Parameters<typeof sessionLine>[0]): string {
  if (reason === 'rehearsal') return 'circle-outline'
  if (phase === 'cancelled' && reason !== 'user') return 'warning'
  return icons[phase] ?? (asks > 0 ? 'bell' : interrupted ? 'debug-pause' : 'sync')
}
