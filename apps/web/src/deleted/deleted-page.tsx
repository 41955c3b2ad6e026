import { Trash2 } from 'lucide-react'
import { useCall } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Screen } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { shortAgoText } from '../ui/text/times.ts'
import { EACH_MINUTE, useNow } from '../ui/use-now.ts'
import { useRestore } from './use-delete.ts'

const DAY_MS = 86_400_000

/** Sessions deleted in the last 7 days, newest first. */
export function DeletedPage() {
  const { value, refusal } = useCall((client) => client.deletedSessions())
  const restore = useRestore()
  const now = useNow(true, EACH_MINUTE)
  return (
    <Screen title="Recently deleted">
      {refusal && <Notice tone="bad" title={refusal.message} />}
      {value?.items.length === 0 && (
        <Empty icon={Trash2} title="Nothing was deleted" text="Deleted sessions stay here for 7 days." />
      )}
      <ul
        aria-label="Deleted sessions"
        className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden"
      >
        {value?.items.map(({ id, title, deletedAt, goneAt }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{oneLine(title)}</span>
              <span className="block text-sm text-muted">
                Deleted {shortAgoText(Date.parse(deletedAt), now)} ago. {leftText(Date.parse(goneAt) - now)}
              </span>
            </span>
            <Button onClick={() => void restore(id)}>
              Restore<span className="sr-only"> {oneLine(title)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Screen>
  )
}

const leftText = (ms: number): string => {
  const days = Math.max(0, Math.ceil(ms / DAY_MS))
  return days <= 1 ? 'Removed permanently within a day.' : `Removed permanently in ${days} days.`
}
