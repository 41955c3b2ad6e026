import { isActive, resultsOf, type Session } from '@convene/domain'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { AttachButton } from '../../attachments/attach-button.tsx'
import { AttachmentChips } from '../../attachments/attachment-chips.tsx'
import { type Attachments, useAttachments } from '../../attachments/attachments.ts'
import { DropZone } from '../../attachments/drop-zone.tsx'
import { useMe } from '../../people/me.ts'
import { refuseSteering } from '../../people/rights.ts'
import { usePeople } from '../../people/use-people.ts'
import { IconButton } from '../../ui/button.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { toast } from '../../ui/toast.tsx'
import { useForking, useSendCommand } from '../view/use-command.ts'
import { useSessionStore, useView } from '../view/use-session.ts'
import { readFor } from './commands.ts'
import { useDrafts, writeDraft } from './draft.ts'
import { SuggestionList, usePicking } from './suggestion-list.tsx'
import { suggestionsFor } from './suggestions.ts'

/** Input for messages to the team, to one agent (`@`), and commands (`/`), with attachments. */
export function Composer() {
  const { id } = useSessionStore()
  const session = useView((view) => view.session)
  const refused = refuseSteering(useMe(), session)
  const text = useDrafts(({ texts }) => texts[id] ?? '')
  const attachments = useAttachments(id)
  const submit = useSubmit(attachments)
  const area = useGrowingArea(text)
  const people = usePeople(text.includes('@'))
  const picking = usePicking(suggestionsFor(text, session, people), text, (insert) => {
    writeDraft(id, insert)
    area.current?.focus()
  })
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || picking.press(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    submit(text)
  }
  if (refused !== null) return <p className="px-4 py-3 text-sm wrap-anywhere text-muted">{neutral(refused)}</p>
  return (
    <DropZone onFiles={attachments.add}>
      <SuggestionList {...picking} />
      <AttachmentChips attachments={attachments} />
      <div className="flex items-end gap-1 p-2">
        <AttachButton onFiles={attachments.add} />
        <textarea
          ref={area}
          rows={1}
          value={text}
          aria-label="Message to the team"
          placeholder={placeholderOf(session)}
          onChange={(event) => writeDraft(id, event.target.value)}
          onKeyDown={press}
          className="max-h-48 min-h-8 flex-1 resize-none bg-transparent px-1 py-1.5 outline-none max-tablet:py-2.5"
        />
        <SendButton isDisabled={!text.trim() || attachments.isSending} onClick={() => submit(text)} />
      </div>
    </DropZone>
  )
}

function SendButton({ isDisabled, onClick }: { readonly isDisabled: boolean; readonly onClick: () => void }) {
  return (
    <IconButton
      label="Send"
      icon={ArrowUp}
      keys="Enter"
      disabled={isDisabled}
      onClick={onClick}
      className="bg-accent text-on-accent hover:bg-accent hover:text-on-accent hover:brightness-110"
    />
  )
}

function placeholderOf(session: Session): string {
  const questions = Object.values(session.questions)
  if (questions.some(({ gate }) => gate === null)) return 'Answer the question'
  if (questions.length > 0) return 'Approve above, or message the team'
  if (isActive(session)) return 'Message the team without interrupting it'
  return session.run && (session.run.phase === 'completed' || resultsOf(session, session.run).length > 0)
    ? 'Ask a follow-up, or /run a new goal'
    : 'Message the team, or type / for commands'
}

function useSubmit(attachments: Attachments): (text: string) => void {
  const store = useSessionStore()
  const send = useSendCommand()
  const fork = useForking()
  return (text) => {
    if (!text.trim() || attachments.isSending) return
    const { session } = store.getState().view
    const { files } = attachments
    const command = readFor(session, text, files)
    if (typeof command === 'string') return toast('bad', command)
    const hold = (text: string, files: Attachments['files']) => {
      writeDraft(store.id, text)
      attachments.put(files)
    }
    hold('', [])
    if (command.type === 'fork') fork(session.seq)
    else void send(command).then((isTaken) => isTaken || hold(text, files))
  }
}

/** Grows the text area with its content. */
function useGrowingArea(text: string) {
  const area = useRef<HTMLTextAreaElement>(null)
  const focus = useDrafts((drafts) => drafts.focus)
  useEffect(() => {
    const { current } = area
    if (!current) return
    current.style.height = 'auto'
    current.style.height = text === '' ? '' : `${current.scrollHeight}px`
  }, [text])
  useEffect(() => {
    if (focus > 0) area.current?.focus()
  }, [focus])
  return area
}
