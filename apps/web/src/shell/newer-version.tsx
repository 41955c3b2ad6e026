import { useCall } from '../connection/use-call.ts'
import { oneLine } from '../ui/text/neutral.ts'

/** One quiet line about a newer version, if the user has allowed asking for it. */
export function NewerVersion() {
  const newer = useCall((client) => client.newerVersion()).value?.newer
  if (!newer) return null
  return (
    <p role="note" className="border-t border-line px-4 py-2 text-sm text-muted">
      {oneLine(newer.found)} {oneLine(newer.way)}
    </p>
  )
}
