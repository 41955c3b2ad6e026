import { type Answer, type Ask, approvalId } from '@convene/domain'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { isDoneElsewhere } from '../view/use-command.ts'
import { useSessionStore } from '../view/use-session.ts'

export type Answering = (answer: Answer, more: { readonly pattern?: string; readonly reason?: string }) => void

type AskAnswer = {
  readonly answer: Answering
  readonly isSending: boolean
  /** Why the pattern was refused. */
  readonly refused: string | undefined
}

/** Sends an answer once. The approval disappears when the log records an answer, from this page or elsewhere. */
export function useAnswer(ask: Ask): AskAnswer {
  const client = useClient()
  const session = useSessionStore().id
  const [isSending, setSending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send: (...given: Parameters<Answering>) => Promise<void> = async (answer, more) => {
    setSending(true)
    setRefused(undefined)
    const result = await client.answerApproval({ id: approvalId(session, ask.ask), answer, ...more })
    if (result.ok || isDoneElsewhere(result)) return
    const { code, message } = result.refusal
    setSending(false)
    if (code === 'bad_answer') setRefused(message)
    else valueOrToast(result, 'The agent is still waiting for your answer.')
  }
  return { answer: (answer, more) => void (isSending || send(answer, more)), isSending, refused }
}
