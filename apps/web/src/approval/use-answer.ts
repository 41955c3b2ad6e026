import type { Answer, Ask } from '@convene/domain'
import { useState } from 'react'
import { told, useClient } from '../connection/client.ts'
import { useSessionStore } from '../session/use-session.ts'
import { approvalId } from './approval-id.ts'

export type Answering = (answer: Answer, more: { readonly pattern?: string; readonly reason?: string }) => void

/** Sends a person's answer once; the ask goes away when the log says so. */
export function useAnswer(ask: Ask): { readonly answer: Answering; readonly isSending: boolean } {
  const client = useClient()
  const session = useSessionStore().id
  const [isSending, setSending] = useState(false)
  const send: (...given: Parameters<Answering>) => Promise<void> = async (answer, more) => {
    setSending(true)
    const result = await client.answerApproval({ id: approvalId(session, ask.ask), answer, ...more })
    if (told(result, 'The agent still waits for your answer.') === null) setSending(false)
  }
  return { answer: (answer, more) => void (isSending || send(answer, more)), isSending }
}
