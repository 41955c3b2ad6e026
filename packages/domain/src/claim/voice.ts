import type { Acting } from './acting.ts'
import { programWords } from './programs.ts'

/** Whose words an output is. `only`: those of the runs. `named`: also of tools that say nothing about tests. */
export type Voice = 'only' | 'named' | 'mixed'

const QUIET = programWords('cd true : export set mkdir sleep source . touch rm cp mv kill git')
const TOOLS: readonly string[] = ['lint', 'types', 'build', 'commit', 'push']

/** Whether anything in a line but these programs, and what only shortens their output, can have printed its output. */
export function toolVoice(parts: readonly Acting[], all: readonly Acting[]): Voice {
  const files = parts.flatMap(({ segment }) => (segment.appends ? [] : segment.into))
  const others = all.filter((part) => !parts.includes(part))
  const isQuiet = (part: Acting): boolean => {
    const [program = ''] = part.words
    if (QUIET.has(program) && (program !== 'git' || part.words[1] === 'add')) return true
    if (program === 'echo') return part.words.slice(1).every(saysNoNumber)
    return isShortening(part, files)
  }
  if (others.every(isQuiet)) return 'only'
  return others.every((part) => isQuiet(part) || TOOLS.includes(part.kind)) ? 'named' : 'mixed'
}

/** `echo "exit: $?"` adds nothing that looks like a result. */
const saysNoNumber = (word: string): boolean => !/[\d$`\\]/u.test(word.replaceAll(/\$\?|\$\{PIPESTATUS\[0\]\}/gu, ''))

/** `tail -20` behind a pipe, or of a file that a run has just written. */
function isShortening({ words }: Acting, files: readonly string[]): boolean {
  const [program = '', ...rest] = words
  if (program === 'tee') return true
  if (program !== 'tail' && program !== 'cat') return false
  const names = rest.filter((word, index) => !/^-/u.test(word) && !/^-[nc]$/u.test(rest[index - 1] ?? ''))
  return names.every((name) => files.includes(name))
}
