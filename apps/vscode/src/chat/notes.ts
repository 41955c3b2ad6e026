import type * as vscode from 'vscode'
import { oneLine } from './response-part.ts'
import { withIcon } from './watch-run.ts'

/** Notes about a turn that the user must see, whatever its result. */
export type Notes = {
  add(icon: string, text: string): void
  /** Returns whether there were any. */
  show(): boolean
}

/** Notes appear at once, as progress, and again below the answer: the editor folds away everything above it. */
export function notesIn(stream: vscode.ChatResponseStream): Notes {
  let waiting: readonly vscode.MarkdownString[] = []
  return {
    add: (icon, text) => {
      stream.progress(oneLine(text, 160))
      waiting = [...waiting, withIcon(icon, `${text}\n\n`)]
    },
    show: () => {
      const notes = waiting
      waiting = []
      for (const note of notes) stream.markdown(note)
      return notes.length > 0
    },
  }
}
