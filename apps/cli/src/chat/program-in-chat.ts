import type { CliProgram } from '../program.ts'
import { noticing } from '../terminal/notices.ts'
import type { TextSink } from '../terminal/terminal.ts'

type Chat = {
  /** Prints rows above the line. */
  print(rows: readonly string[]): void
  /** One line from Convene itself. */
  notice(text: string): void
  /** Asks on the line. Null if the user does not want to answer. */
  ask(question: string): Promise<string | null>
}

/**
 * The program for commands that work inside a chat: their output must not tear the screen, and they must not take the
 * keyboard.
 */
export function programInChat(program: CliProgram, { print, notice, ask }: Chat): CliProgram {
  const { terminal } = program
  const above = (sink: TextSink): TextSink => ({
    ...sink,
    write: (text) => print(text.replace(/\n$/u, '').split('\n')),
  })
  return {
    ...program,
    terminal: { ...terminal, out: above(terminal.out), err: noticing(above(terminal.err), terminal), ask },
    refuse: (refusal) => {
      notice(program.refusalText(refusal))
      return 2
    },
  }
}
