import { Plug } from 'lucide-react'
import { Link } from 'wouter'
import { useClient } from '../connection/client.ts'
import { useLoaded } from '../connection/use-loaded.ts'

/** Says which model would answer, and how to connect one where none is. */
export function ModelNotice() {
  const client = useClient()
  const models = useLoaded(() => client.models({}))
  if (!models) return <p className="h-5" />
  const { model } = models.default
  if (!model.startsWith('rehearsal/'))
    return (
      <p className="text-sm text-muted">
        Answers come from <span className="font-mono text-ink">{model}</span>.
      </p>
    )
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Plug aria-hidden size={14} className="mt-px shrink-0" />
      <span>
        No model is connected, so this is a rehearsal: extracts from your goal and files.{' '}
        <Link href="/settings" className="text-accent-ink underline underline-offset-2">
          Connect a model
        </Link>
      </span>
    </p>
  )
}
