import { Check, Copy, Ellipsis, GitFork, Quote } from 'lucide-react'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { compose } from '../composer/draft.ts'
import { useForking, useSendCommand } from '../view/use-command.ts'
import { useSessionStore, useView } from '../view/use-session.ts'
import type { EntryOf } from '../view/view.ts'

/** The actions menu of a message, visible on hover. */
export function MessageActions({ entry }: { readonly entry: EntryOf<'said'> & { readonly id: string } }) {
  const { id, seq, text, messageKind } = entry
  const session = useSessionStore().id
  const send = useSendCommand()
  const fork = useForking()
  // Other modes have a single result, so there is nothing to pick.
  const mayPick = useView((view) => view.session.run?.mode === 'broadcast') && messageKind === 'answer'
  const pick = { label: 'Pick this answer', icon: Check, onSelect: () => void send({ type: 'pick', message: id }) }
  const copy = () => void navigator.clipboard?.writeText(text).then(() => toast('good', 'Copied'))
  return (
    <Menu
      items={[
        { label: 'Copy as Markdown', icon: Copy, onSelect: copy },
        { label: `Cite [${id}]`, icon: Quote, onSelect: () => compose(session, `[${id}] `) },
        ...(mayPick ? [pick] : []),
        { label: 'Fork from here', icon: GitFork, onSelect: () => fork(seq) },
      ]}
    >
      <button
        type="button"
        aria-label={`Actions for message ${id}`}
        className="rounded-sm p-1 opacity-0 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100 data-[state=open]:opacity-100 max-tablet:opacity-100 print:hidden"
      >
        <Ellipsis aria-hidden size={14} />
      </button>
    </Menu>
  )
}
