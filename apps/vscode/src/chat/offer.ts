import type { SessionView } from '@convene/protocol'
import type * as vscode from 'vscode'
import { action, links } from './response-part.ts'
import { linked, withIcon } from './watch-run.ts'

const NO_MODEL = 'No model is connected. Set a key, or choose another model in this chat.'

/**
 * One button for what helps most. The way into the session is then a link above it: after a button, or a step such as a
 * note, the editor would fold the answer away.
 */
export function offer(stream: vscode.ChatResponseStream, { session, rehearsal }: SessionView): void {
  const open = openAction(session.id)
  const help = rehearsal ? setKey : session.phase === 'failed' ? modelsAndKeys : undefined
  if (rehearsal) stream.markdown(withIcon('info', `${NO_MODEL}\n\n`))
  if (help) stream.markdown(linked(links(open)))
  const { title, command, given } = help ?? open
  stream.button({ title, command, arguments: [...given] })
}

const openAction = (session: string) => action('Open in Convene', 'convene.openSession', session)

/** Only the button: text would fold the open question away. */
export function offerToOpen(stream: vscode.ChatResponseStream, { session }: SessionView): void {
  const { title, command, given } = openAction(session.id)
  stream.button({ title, command, arguments: [...given] })
}

const setKey = action('Set Provider Key…', 'convene.setKey')
const modelsAndKeys = action('Open models and keys', 'convene.openModels')
