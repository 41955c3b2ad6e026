import type { ShellArgument } from './argument.ts'
import { type ShellCommand, wordText } from './syntax.ts'
import { shells, type Wrapper, wrappers } from './wrappers.ts'

/** What a command runs in addition to itself: words, or a script for a shell. */
export type Inner = { readonly words: readonly ShellArgument[] } | { readonly script: string }

/** What the program runs, for every possible reading of its arguments. Empty if it runs none of them. */
export function innerCommands(
  name: string,
  args: readonly ShellArgument[],
  command: ShellCommand,
): readonly Inner[] | undefined {
  if (shells.has(name)) return shellScripts(args, command)
  if (name === 'eval') return [joined(args)]
  if ((name === 'source' || name === '.') && isInput(args[0]?.text)) return standardInput(command)
  if (name === 'trap')
    return args
      .filter(({ text }) => !text.startsWith('-'))
      .slice(0, 1)
      .map(toScript)
  if (name === 'find' || name === 'fd' || name === 'fdfind') return executed(args)
  if (name === 'alias') return args.map(({ text }) => ({ script: text.slice(text.indexOf('=') + 1) }))
  if (name === 'mapfile' || name === 'readarray' || name === 'compgen' || name === 'complete')
    return valuesOf(args, ['-C']).map((script) => ({ script }))
  const wrapper = wrappers.get(name)
  return wrapper && wrapped(wrapper, args)
}

const toScript = ({ text }: ShellArgument): Inner => ({ script: text })
const joined = (args: readonly ShellArgument[]): Inner => ({ script: args.map(({ text }) => text).join(' ') })

function wrapped(wrapper: Wrapper, args: readonly ShellArgument[]): readonly Inner[] {
  const scripts = valuesOf(args, wrapper.script ?? []).map((script) => ({ script }))
  const commands = starts(wrapper, args)
    .map((start) => args.slice(start))
    .filter((words) => words.length > 0)
  return [...scripts, ...commands.map((words) => (wrapper.joins ? joined(beforeColons(words)) : { words }))]
}

/** `parallel` separates its command from the arguments by colons. */
const beforeColons = (words: readonly ShellArgument[]): readonly ShellArgument[] => {
  const end = words.findIndex(({ text }) => /^:::+\+?$/.test(text))
  return end < 0 ? words : words.slice(0, end)
}

/** Where the command may begin. An unknown option may or may not take the next word, so both count. */
function starts(wrapper: Wrapper, args: readonly ShellArgument[]): readonly number[] {
  const found = new Set<number>()
  const seen = new Set<number>()
  const open = [0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const steps = stepsOver(wrapper, args[at]?.text)
    if (steps.length === 0) found.add(at + (wrapper.operands ?? 0)).add(at)
    else open.push(...steps.map((step) => at + step))
  }
  return [...found].filter((at) => at < args.length).map((at) => (args[at]?.text === '--' ? at + 1 : at))
}

function stepsOver(wrapper: Wrapper, text: string | undefined): readonly number[] {
  if (text === undefined) return []
  if (text === '--') return []
  if (wrapper.assigns && /^[A-Za-z_]\w*=/.test(text)) return [1]
  if (!text.startsWith('-')) return []
  if (text.startsWith('--')) {
    if (text.includes('=')) return [1]
    return wrapper.long?.includes(text.slice(2)) ? [2] : [1, 2]
  }
  const letters = [...text.slice(1)]
  const value = letters.findIndex((letter) => wrapper.letters?.includes(letter))
  return value >= 0 && value === letters.length - 1 ? [2] : [1]
}

/** Values of an option in any form: `-c x`, `-cx`, `-ic x`, `--command x`, `--command=x`. */
function valuesOf(args: readonly ShellArgument[], options: readonly string[]): readonly string[] {
  return args.flatMap(({ text }, at) => options.flatMap((option) => valueAt(text, args[at + 1]?.text, option)))
}

function valueAt(text: string, following: string | undefined, option: string): readonly string[] {
  const next = following === undefined ? [] : [following]
  if (text === option) return next
  if (option.startsWith('--')) return text.startsWith(`${option}=`) ? [text.slice(option.length + 1)] : []
  const letter = option[1] as string
  const at = /^-[A-Za-z]/.test(text) ? text.indexOf(letter, 1) : -1
  if (at < 0) return []
  return at === text.length - 1 ? next : [text.slice(at + 1)]
}

/** `-exec … ;` and the like, each up to its end. */
function executed(args: readonly ShellArgument[]): readonly Inner[] | undefined {
  const inner: Inner[] = []
  args.forEach(({ text }, at) => {
    if (!/^(-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(text)) return
    const rest = args.slice(at + 1)
    const end = rest.findIndex(
      (word, index) => word.text === ';' || (word.text === '+' && rest[index - 1]?.text === '{}'),
    )
    const words = end < 0 ? rest : rest.slice(0, end)
    if (words.length > 0) inner.push({ words })
  })
  return inner.length > 0 ? inner : undefined
}

function shellScripts(args: readonly ShellArgument[], command: ShellCommand): readonly Inner[] | undefined {
  const { options, operand } = shellOptions(args.map(({ text }) => text))
  if (options.some((text) => /^-[A-Za-z]*c|^--command$/.test(text)))
    return operand === undefined ? [] : [{ script: operand }]
  return isInput(operand) || options.some((text) => /^-[A-Za-z]*s/.test(text)) ? standardInput(command) : undefined
}

const isInput = (operand: string | undefined): boolean =>
  operand === undefined || /^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(operand)

function shellOptions(texts: readonly string[]): { readonly options: readonly string[]; readonly operand?: string } {
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] as string
    if (text === '--') return { options: texts.slice(0, at), operand: texts[at + 1] }
    if (!/^[-+]./.test(text)) return { options: texts.slice(0, at), operand: text }
    if (/^(--rcfile|--init-file|-[A-Za-z]*[oO]|\+[oO])$/.test(text)) at++
  }
  return { options: texts }
}

/** Scripts visible at a shell's input: here-documents, here-strings, and text echoed into its pipe. */
function standardInput(command: ShellCommand): readonly Inner[] {
  const bodies = [command, ...command.inputs].flatMap(({ redirections }) => redirections.map(({ body }) => body))
  const echoed = command.inputs.flatMap(({ words }) => echoedText(words.map(wordText)))
  return [...bodies.filter((body) => body !== undefined), ...echoed].map((script) => ({ script }))
}

function echoedText([name = '', ...args]: readonly string[]): readonly string[] {
  if (!/(^|\/)(echo|printf)$/.test(name)) return []
  const text = args.filter((word) => !/^-[neE]+$/.test(word)).join(' ')
  const decoded = text.replace(/\\n/g, '\n').replace(/\\t/g, '\t')
  return [...new Set([text, decoded, decoded.replace(/%[sb]/g, ' ')])]
}

/** A word that bash may evaluate later: the commands inside its substitutions, read as in a here-document. */
export function latent(text: string): readonly Inner[] {
  if (!/\$\(|`|\$\{/.test(text)) return []
  const end = `END${'_'.repeat(text.length)}`
  return [{ script: `: <<${end}\n${text}\n${end}` }]
}
