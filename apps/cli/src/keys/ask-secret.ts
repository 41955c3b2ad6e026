import type { Program } from '../program.ts'

const ERASE = ['\u007f', '\b']
const END = ['\r', '\n', '\u0004']

/** What somebody types, without showing it; null on Ctrl-C. */
export function askSecret({ terminal, interrupts }: Program, question: string): Promise<string | null> {
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
    // A paste comes at once, with its line end; a key that is no character, such as an arrow, is none of the secret.
    if (sent.startsWith('\u001b')) return
    for (const character of sent) {
      if (END.includes(character)) return finish(typed)
      typed = ERASE.includes(character) ? typed.slice(0, -1) : typed + character
    }
  })
  // Only now: what is typed before would be shown.
  terminal.err.write(question)
  return promise
}
