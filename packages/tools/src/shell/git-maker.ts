import { readScript } from './read-commands.ts'
import { bareText, TooLarge, wordText } from './syntax.ts'

/** Git commands that create a repository inside a workspace. */
export type GitMaker = 'clone' | 'init' | 'submodule'

/** The command, if it creates a repository and is the only one in its line: an approval then covers nothing else. */
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
    return isKnown && isPlain && assignments.length + redirections.length === 0 ? words.map(wordText) : []
  } catch (error) {
    if (error instanceof TooLarge) return []
    throw error
  }
}
