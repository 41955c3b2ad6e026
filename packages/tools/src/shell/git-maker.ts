import { readScript } from './read-commands.ts'
import { bareText, TooLarge, textOf } from './syntax.ts'

/** Commands of git that make a repository inside of a workspace. */
export type GitMaker = 'clone' | 'init' | 'submodule'

/** The one command of a line, if it makes a repository and the line does nothing else: approved, it is that and no more. */
export function gitMaker(line: string): GitMaker | undefined {
  const [name, verb, ...rest] = onlyWords(line)
  if (name !== 'git') return undefined
  if (verb === 'clone' || verb === 'init') return verb
  return verb === 'submodule' && rest[0] === 'add' ? 'submodule' : undefined
}

function onlyWords(line: string): readonly string[] {
  try {
    const { commands, doubts } = readScript(line)
    const [command] = commands
    if (!command || commands.length > 1 || doubts.length > 0 || command.kind !== 'simple') return []
    const { words, assignments, redirections } = command
    const isKnown = words.every(({ units }) => units.every(({ kind }) => kind !== 'runtime'))
    const isPlain = words.slice(0, 2).every((word) => bareText(word) !== undefined)
    return isKnown && isPlain && assignments.length + redirections.length === 0 ? words.map(textOf) : []
  } catch (error) {
    if (error instanceof TooLarge) return []
    throw error
  }
}
