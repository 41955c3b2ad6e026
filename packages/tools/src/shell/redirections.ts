import { resolve } from 'node:path'
import type { Resource } from '@convene/domain'
import { toArguments } from './argument.ts'
import { realPath } from './real-path.ts'
import { protects, type Whereabouts } from './safety.ts'
import { type Redirection, type ShellCommand, wordText } from './syntax.ts'

/** What a command's redirections touch: `edit` for each real path that is written, `read` for one that is only read. */
export function redirections(command: ShellCommand, where: Whereabouts): readonly Resource[] {
  return command.redirections.flatMap((redirection) => touched(redirection, where))
}

function touched(redirection: Redirection, where: Whereabouts): readonly Resource[] {
  const { operator, target } = redirection
  if (operator.startsWith('<<')) return hereText(redirection)
  const [word] = toArguments([target])
  const text = word?.text ?? wordText(target)
  if (text === '/dev/null') return []
  if ((operator === '>&' || operator === '<&') && /^(\d+-?|-)$/.test(text)) return []
  const permission = operator === '<' || operator === '<&' ? 'read' : 'edit'
  if (word === undefined || word.isRuntime || word.isPattern)
    return [{ permission, target: text, verdict: 'ask', note: 'a redirection whose file is known only at run time' }]
  const denied = permission === 'edit' ? protects(text, where) : undefined
  const note = denied ?? (/^\/dev\/(tcp|udp)\//.test(text) ? 'opens a connection' : `a redirection (${operator})`)
  const paths = new Set(where.folders.map((folder) => realPath(resolve(folder, atHome(text, where)))))
  return [...paths].map((path) => ({ permission, target: path, verdict: denied ? 'deny' : 'ask', note }))
}

const atHome = (text: string, { home }: Whereabouts): string => text.replace(/^~(?=\/|$)/, home)

function hereText({ operator, target, body = '' }: Redirection): readonly Resource[] {
  const isQuoted = operator !== '<<<' && target.units.some(({ kind }) => kind === 'quoted')
  const isRuntime = operator === '<<<' ? target.units.some(({ kind }) => kind === 'runtime') : /[$`]/.test(body)
  if (isQuoted || !isRuntime) return []
  return [
    {
      permission: 'bash',
      target: `${operator}${wordText(target)}`,
      verdict: 'ask',
      note: 'a text known only at run time',
    },
  ]
}
