import type { CallResult, SessionCommand } from '@convene/protocol'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { fromHere } from '../../ui/from-here.ts'
import { toast } from '../../ui/toast.tsx'
import { useSessionStore } from './use-session.ts'

/** Sends a command to this session. True if it is done, here or elsewhere; a refusal shows a toast. */
export function useSendCommand(): (command: SessionCommand) => Promise<boolean> {
  const client = useClient()
  const { id } = useSessionStore()
  return async (command) => {
    const result = await client.command({ ...command, id })
    return isDoneElsewhere(result) || valueOrToast(result, 'Nothing was changed.') !== null
  }
}

/** Whether another window or terminal answered first. That is a notice, not an error: the card is about to close. */
export function isDoneElsewhere(result: CallResult<unknown>): boolean {
  if (result.ok || !/^already_(answered|voted)$/u.test(result.refusal.code)) return false
  toast('plain', result.refusal.message)
  return true
}

/** Sends one command. A second click is ignored unless the first was refused, because the card is about to close. */
export function useSendOnce(): { readonly send: (command: SessionCommand) => void; readonly isSending: boolean } {
  const send = useSendCommand()
  const [isSending, setSending] = useState(false)
  const sendOnce = async (command: SessionCommand) => {
    setSending(true)
    if (!(await send(command))) setSending(false)
  }
  return { send: (command) => void (isSending || sendOnce(command)), isSending }
}

/** Forks the session at an event and opens the fork. */
export function useForking(): (at: number) => void {
  const client = useClient()
  const { id } = useSessionStore()
  const fork = async (at: number) => {
    const goTo = fromHere()
    const done = valueOrToast(await client.command({ type: 'fork', at, id }), 'This session is unchanged.')
    if (!done?.id) return
    goTo(`/session/${done.id}`)
    toast('good', 'Forked', done.notes.join(' ') || 'Shared history is not billed again.')
  }
  return (at) => void fork(at)
}
