import type { Program } from '../program.ts'
import { commands } from './commands.ts'
import { helpText } from './help.ts'
import type { Input } from './input.ts'
import { nearestWord } from './nearest-word.ts'

/** `convene help [command]`. */
export async function help(program: Program, { words }: Input): Promise<number> {
  const wanted = words.join(' ')
  const command = commands.find(({ name }) => name === wanted)
  if (command) {
    program.terminal.out.write(`${helpText(commands, command)}\n`)
    return 0
  }
  const nearest = nearestWord(
    wanted,
    commands.map(({ name }) => name),
  )
  const hint = nearest ? ` Did you mean \`convene help ${nearest}\`?` : ''
  return program.refuse({ code: 'usage', message: `There is no command "${wanted}".${hint}` })
}
