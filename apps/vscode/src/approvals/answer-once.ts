import type { CallResult, Client } from '@convene/protocol'
import { type Item, pastAnswer } from './past-answer.ts'

/** A press of a button, and what it does. */
export type Press<Input> = {
  readonly session: string
  readonly item: Item
  /** The button, if its item has several. */
  readonly button: string
  /** What the user adds, or undefined if they change their mind. Called again if that was refused and `repeats`. */
  input(): Promise<Input | undefined>
  send(client: Client, input: Input): Promise<CallResult<unknown>>
  readonly repeats?: boolean
}

type Context = {
  client(): Promise<Client>
  /** The lists have changed. */
  changed(): void
  /** An item of this session was answered. */
  answered?(session: string): void
  inform(text: string): void
  warn(text: string): void
}

/** Whether the answer was accepted. */
export type OnceOnly = <Input>(press: Press<Input>) => Promise<boolean>

/**
 * Answers an item at most once. A press after that says what the answer was, before anything is asked of the user. A
 * second press while the first is being answered does nothing, because a double click is one press.
 */
export function answerOnce({ client, changed, answered, inform, warn }: Context): OnceOnly {
  const busy = new Set<string>()
  const answer = async <Input>(press: Press<Input>): Promise<boolean> => {
    const reached = await client()
    const past = await pastAnswer(reached, press.session, press.item)
    if (past !== undefined) inform(past)
    const input = past === undefined ? await press.input() : undefined
    if (input === undefined) return false
    const sent = await press.send(reached, input)
    changed()
    if (sent.ok) {
      answered?.(press.session)
      return true
    }
    const since = await pastAnswer(reached, press.session, press.item)
    if (since === undefined) warn(sent.refusal.message)
    else inform(since)
    return since === undefined && press.repeats ? answer(press) : false
  }
  return async (press) => {
    const key = JSON.stringify([press.session, press.item, press.button])
    if (busy.has(key)) return false
    busy.add(key)
    try {
      return await answer(press)
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error))
      return false
    } finally {
      busy.delete(key)
    }
  }
}
