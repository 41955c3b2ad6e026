import type { Program } from '../program.ts'
import type { Sink } from '../terminal/terminal.ts'

type Chat = {
  /** Prints rows above the line. */
  print(rows: readonly string[]): void
  /** One line of Convene's own. */
  notice(text: string): void
  /** Asks on the line. Null if the user does not want to answer. */
  ask(question: string): Promise<string | null>
}

/** The program for commands that work inside a chat: what they print must not tear the screen, nor take the keyboard. */
export function programInChat(program: Program, { print, notice, ask }: Chat): Program {
  const { terminal } = program
  const above = (sink: Sink): Sink => ({ ...sink, write: (text) => print(text.replace(/\n$/u, '').split('\n')) })
  return {
    ...program,
    terminal: { ...terminal, out: above(terminal.out), err: above(terminal.err), ask },
    refuse: (refusal) => {
      notice(program.refusalText(refusal))
      return 2
    },
  }
}
