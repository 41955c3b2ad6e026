import { Check, Copy, GitFork, Quote } from 'lucide-react'
import type { ReactElement } from 'react'
import { LazyMenuButton } from '../../ui/lazy-menu-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { compose } from '../composer/draft.ts'
import { useForking, useSendCommand } from '../view/use-command.ts'
import { useSessionStore, useView } from '../view/use-session.ts'
import type { EntryOf } from '../view/view.ts'

type Message = EntryOf<'said'> & { readonly id: string }

/** The actions menu of a message, visible on hover. */
export function MessageActions({ entry }: { readonly entry: Message }) {
  return (
    <LazyMenuButton
      label={`Actions for message ${entry.id}`}
      className="rounded-sm p-1 opacity-0 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100 data-[state=open]:opacity-100 max-tablet:opacity-100 print:hidden"
    >
      {(button) => <Actions entry={entry}>{button}</Actions>}
    </LazyMenuButton>
  )
}

function Actions({ entry, children }: { readonly entry: Message; readonly children: ReactElement }) {
  const { id, seq, text, messageKind } = entry
  const session = useSessionStore().id
  const send = useSendCommand()
  const fork = useForking()
  // Other modes have a single result, so there is nothing to pick.
  const mayPick = useView((view) => view.session.run?.traits.picks === true) && messageKind === 'answer'
  const pick = { label: 'Pick this answer', icon: Check, onSelect: () => void send({ type: 'pick', message: id }) }
  const copy = () => void navigator.clipboard?.writeText(text).then(() => toast('good', 'Copied'))
  return (
    <Menu
      defaultOpen
      items={[
        { label: 'Copy as Markdown', icon: Copy, onSelect: copy },
        { label: `Cite [${id}]`, icon: Quote, onSelect: () => compose(session, `[${id}] `) },
        ...(mayPick ? [pick] : []),
        { label: 'Fork from here', icon: GitFork, onSelect: () => fork(seq) },
      ]}
    >
      {children}
    </Menu>
  )
}
