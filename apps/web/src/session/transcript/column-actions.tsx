import { isFinal } from '@convene/domain'
import { Check, Combine } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { KeyCaps } from '../../ui/keys.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useSendOnce } from '../view/use-command.ts'
import { useMaySteer } from '../view/use-rights.ts'
import { useView } from '../view/use-session.ts'
import type { View } from '../view/view.ts'

/** Once all have answered: take this answer as the result, or have its author take over what is best in the others. */
export function ColumnActions({ slug, place }: { readonly slug: string; readonly place: number }) {
  const answers = useView(answersOf)
  const picked = useView(({ session }) => session.picked)
  const isSolo = useView(({ session }) => (session.run?.team.members.length ?? 0) < 2)
  const maySteer = useMaySteer()
  const { send, isSending } = useSendOnce()
  const found = answers.split(' ').find((each) => each.startsWith(`${slug}=`))
  const message = found?.slice(slug.length + 1)
  const others = answers.split(' ').flatMap((each) => (each === found || each === '' ? [] : [each.split('=')[1] ?? '']))
  const use = () => message && picked !== message && send({ type: 'pick', message })
  useShortcuts({ [place]: use })
  if (!message || isSolo || !maySteer) return null
  const merge = () => send({ type: 'message', to: slug, text: mergeAsk(others) })
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 print:hidden">
      {picked === message ? (
        <Badge tone="good">Used</Badge>
      ) : (
        <Button small icon={Check} disabled={isSending} onClick={use}>
          Use this one
          <KeyCaps keys={String(place)} />
        </Button>
      )}
      {others.length > 0 && (
        <Button small icon={Combine} disabled={isSending} onClick={merge}>
          Merge the best
        </Button>
      )}
    </p>
  )
}

const mergeAsk = (others: readonly string[]): string =>
  `Merge the best of all answers into yours. The others are ${others.map((id) => `[${id}]`).join(', ')}. Take over what is better in them, keep what is right in yours, and say in the end what you left out and why.`

/** The newest answer of each member of a run that is over, as `slug=m2 slug=m3`: a text, so that it compares by value. */
function answersOf({ session: { run }, order, entries }: View): string {
  if (!run || !isFinal(run.phase)) return ''
  const found = new Map<string, string>()
  const members = new Set(run.team.members.map(({ slug }) => slug))
  for (const key of order) {
    const entry = entries.get(key)
    if (entry?.kind === 'opening') found.clear()
    if (entry?.kind === 'said' && entry.id && entry.messageKind === 'answer' && members.has(entry.agent))
      found.set(entry.agent, entry.id)
  }
  return [...found].map(([slug, id]) => `${slug}=${id}`).join(' ')
}
