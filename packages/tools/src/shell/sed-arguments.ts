import type { ShellArgument } from './argument.ts'
import { isHarmlessSed } from './sed-script.ts'

const harmlessLong = new Set(
  '--quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --posix --version --help'.split(
    ' ',
  ),
)

/** Arguments that make sed run programs or touch other files. Anything not known to be harmless counts. */
export function sedArguments(args: readonly ShellArgument[]): readonly ShellArgument[] {
  const found: ShellArgument[] = []
  const operands: ShellArgument[] = []
  const scripts: ShellArgument[] = []
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as ShellArgument
    const { text } = argument
    if (text === '--') {
      operands.push(...args.slice(at + 1))
      break
    }
    if (!/^-./.test(text)) operands.push(argument)
    else if (/^(-[nErsuz]*e|--expression)$/.test(text)) scripts.push(...args.slice(++at, at + 1))
    else if (/^(-[nErsuz]*e|--expression=)/.test(text)) scripts.push(withoutOption(argument))
    else if (!/^-[nErsuz]+$/.test(text) && !harmlessLong.has(text)) found.push(argument)
  }
  const all = scripts.length > 0 ? scripts : operands.slice(0, 1)
  const isHarmless = isHarmlessSed(all.map(({ text }) => text).join('\n'))
  return isHarmless ? found : [...found, ...all]
}

const withoutOption = (argument: ShellArgument): ShellArgument => ({
  ...argument,
  text: argument.text.replace(/^(-[nErsuz]*e|--expression=)/, ''),
})
