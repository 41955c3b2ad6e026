import type { Input } from '../command-line/input.ts'
import { requestFromInput } from '../run/run.ts'
import type { ChatConversation } from './conversation.ts'
import type { ChosenSetup } from './meaning.ts'

/** A goal, how to work on it, and whether in a new session. */
export type NewRun = { readonly goal: string; readonly choice: ChosenSetup; readonly isNew: boolean }

const CHOOSING = 'To choose yourself, begin with /panel, /plan or /team NAME.'

/** Starts a run in the session on screen or in a new one, with the options of the command line. */
export async function startChatRun(
  chat: ChatConversation,
  input: Input,
  { goal, choice, isNew }: NewRun,
): Promise<void> {
  const { program, composer } = chat
  if (isNew && composer.session.run) await chat.beginNew()
  chat.choose(undefined)
  const before = isNew ? undefined : composer.session
  const place = before ? { ...program, ...program.at(before.workspace) } : program
  const { id } = composer.session
  const said = inputWith(input, choice, before && id)
  const text = { text: goal, attachments: [], pictures: [] }
  const request = await requestFromInput(place, said, text, { id, before, choosing: CHOOSING })
  if (typeof request !== 'number') await chat.drive(request)
}

/** The command line's options with another mode or team, in this session or a new one. */
function inputWith(input: Input, choice: ChosenSetup, session: string | undefined): Input {
  const isChosen = choice.mode !== undefined || choice.team !== undefined
  const text = (option: string): string | undefined => {
    if (option === 'session') return session
    if (option === 'mode' || option === 'team') return isChosen ? choice[option] : input.text(option)
    return option === 'agents' && isChosen ? undefined : input.text(option)
  }
  return { ...input, text }
}
