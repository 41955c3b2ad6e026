import type { MentionView } from '@convene/protocol'
import { AtSign } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { useClient } from '../connection/client.ts'
import { notify } from '../ui/notify.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { useEvery } from './every.ts'
import { useMe } from './me.ts'

/** Also while the page is hidden, because that is when a notification helps. */
const often = { ms: 15_000, isOnlyInView: false }
const MOST_SHOWN = 3

/** Messages that mention the user, until they open the session. Empty on a single-user server. */
export function Mentions({ onNavigate }: { readonly onNavigate: (() => void) | undefined }) {
  const mentions = useMentions()
  if (mentions.length === 0) return null
  return (
    <ul aria-label="Mentions" className="mx-3 mt-2 flex flex-col rounded-md bg-sunken text-sm">
      {mentions.slice(0, MOST_SHOWN).map((mention) => (
        <li key={`${mention.session} ${mention.seq}`}>
          <Link
            href={`/session/${mention.session}`}
            onClick={onNavigate}
            title={oneLine(mention.text)}
            className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 hover:bg-hover"
          >
            <AtSign aria-hidden size={14} className="shrink-0 text-accent-ink" />
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">{oneLine(mention.by.name)}</span> mentioned you: {oneLine(mention.title)}
            </span>
          </Link>
        </li>
      ))}
      {mentions.length > MOST_SHOWN && (
        <li className="px-2 pb-1 text-muted">and {mentions.length - MOST_SHOWN} more</li>
      )}
    </ul>
  )
}

/** Unread mentions. Mentions in the open session count as read. */
function useMentions(): readonly MentionView[] {
  const client = useClient()
  const me = useMe()
  const [, params] = useRoute('/session/:id/*?')
  const [mentions, setMentions] = useState<readonly MentionView[]>([])
  const told = useRef<ReadonlySet<string> | null>(null)
  useEvery(often, me && `${params?.id}`, async () => {
    const asked = await client.mentions()
    if (!asked.ok) return
    const { items } = asked.value
    for (const mention of items) if (told.current?.has(keyOf(mention)) === false) tell(mention)
    told.current = new Set(items.map(keyOf))
    setMentions(items)
  })
  return mentions.filter(({ session }) => session !== params?.id)
}

const keyOf = ({ session, seq }: MentionView): string => `${session} ${seq}`

const tell = (mention: MentionView): void =>
  notify({
    title: `${oneLine(mention.by.name)} mentioned you`,
    body: oneLine(mention.text).slice(0, 200),
    tag: `convene-mention-${mention.session}`,
    place: `#/session/${mention.session}`,
  })
