import type { CliProgram } from '../program.ts'

const ERASE = ['\u007f', '\b']
const END = ['\r', '\n', '\u0004']

/** Reads a line without echo. Null on Ctrl-C. */
export function askSecret({ terminal, interrupts }: CliProgram, question: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  let typed = ''
  const finish = (answer: string | null) => {
    letGo()
    deafen()
    terminal.err.write('\n')
    resolve(answer)
  }
  const deafen = interrupts.listen(() => finish(null))
  const letGo = terminal.keys((sent) => {
    // A paste arrives in one piece with its line end. Keys that are not characters, such as arrows, are ignored.
    if (sent.startsWith('\u001b')) return
    for (const character of sent) {
      if (END.includes(character)) return finish(typed)
      typed = ERASE.includes(character) ? typed.slice(0, -1) : typed + character
    }
  })
  // Only now: anything typed before echo is off would be visible.
  terminal.err.write(question)
  return promise
}
