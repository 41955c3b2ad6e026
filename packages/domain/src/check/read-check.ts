import { ok, type Result, refuse } from '../shared/result.ts'
import { cleanLine } from '../text/clean.ts'
import { Check } from './check.ts'
import { readCommand } from './read-command.ts'

const MOST = 500
const bad = (why: string): Result<never> => refuse('invalid_check', why)

/** A check as people and models write it in one line, or why it is none. */
export const readCheck = (written: string): Result<Check> => checkIn(bare(written), CHECKS, readCommand)

/** The same for something that is only looked at: a file without a condition is read, and nothing has to pass. */
export const readObservation = (written: string): Result<Check> =>
  checkIn(
    bare(written)
      .replace(/^(?:page|url|web):?\s+(?=https?:)/iu, '')
      .replace(/^(?:question(?: to you)?|you|ask you):\s+/iu, 'ask '),
    OBSERVATIONS,
    (text) => readCommand(text, 'observation'),
  )

function checkIn(text: string, kinds: Kinds, otherwise: Reader): Result<Check> {
  if (text === '') return bad('It is empty.')
  if (text.length > MOST) return bad(`It is longer than ${MOST} characters.`)
  // What the gate shows must be what runs.
  if (/[\n\r]/u.test(text)) return bad('It has more than one line.')
  if (cleanLine(text) !== text.replaceAll(/\s+/gu, ' ')) return bad('It contains hidden characters.')
  const read = kinds.find(([sign]) => sign.test(text))?.[1] ?? otherwise
  const check = read(text)
  if (!check.ok) return check
  const parsed = Check.safeParse(check.value)
  return parsed.success ? ok(parsed.data) : bad('It cannot be read.')
}

/** Without list marks, a repeated label, and code marks around all of it. */
function bare(written: string): string {
  const text = written
    .trim()
    .replace(/^[-*•]\s+/u, '')
    .replace(/^(?:\*\*|__)?(?:checks?|verify|done when)(?:\*\*|__)?\s{0,5}:(?:\*\*|__)?\s*/iu, '')
    .trim()
  const fenced = /^(`+)([^`]+)\1[.]?$/u.exec(text)?.[2] ?? /^\*\*([^*]+)\*\*$/u.exec(text)?.[1]
  return (fenced ?? text).trim()
}

type Reader = (text: string) => Result<unknown>
type Kinds = readonly (readonly [RegExp, Reader])[]

const CHECKS: Kinds = [
  [/^file[:\s]/iu, readFile],
  [/^changes?[:\s]/iu, readChange],
  [/^(?:GET|HEAD|POST|PUT|DELETE)\s|^https?:/u, readAddress],
  [/^ask[:\s]/iu, readAsk],
]

const SHOWN = /^(?:read |the |a )?(?:file|read):?\s+(?:[`"']([^`"']{1,300})[`"']|(\S{1,300}))$/iu

const OBSERVATIONS: Kinds = [
  [SHOWN, readShown],
  [/^changes?[:\s]/iu, () => bad('Nothing changes while it is looked at.')],
  ...CHECKS,
]

function readShown(text: string): Result<unknown> {
  const [, marked, plain] = SHOWN.exec(text) ?? []
  const path = plainPath(marked ?? plain ?? '')
  const wrong = pathProblem(path)
  return wrong ? bad(wrong) : ok({ kind: 'file', path, is: 'shown' })
}

const FILE =
  /^file:?\s+(?:[`"']([^`"']{1,300})[`"']|(\S{1,300}))\s+(?:is\s+|does\s+)?(exists?|not exist|absent|missing|unchanged|contains?)(?:\s+(\S.*))?$/iu

function readFile(text: string): Result<unknown> {
  const [, marked, plain, word = '', rest = ''] = FILE.exec(text) ?? []
  const path = plainPath(marked ?? plain ?? '')
  if (path === '') return bad('A file check says "file <path> exists", "absent", "unchanged" or "contains <text>".')
  const wrong = pathProblem(path)
  if (wrong) return bad(wrong)
  const is = WORDS[word.toLowerCase()] ?? 'exists'
  if (is !== 'contains') return rest === '' ? ok({ kind: 'file', path, is }) : bad(`"${rest}" is too much.`)
  const wanted = unquoted(rest)
  return wanted === '' ? bad('It does not say what the file contains.') : ok({ kind: 'file', path, is, text: wanted })
}

const WORDS: { readonly [word: string]: string } = {
  'not exist': 'absent',
  absent: 'absent',
  missing: 'absent',
  unchanged: 'unchanged',
  contain: 'contains',
  contains: 'contains',
}

/** One name for one file: `./src//a.ts` is `src/a.ts`. */
const plainPath = (path: string): string => {
  const parts = path.replaceAll('\\', '/').split('/')
  const inside = parts.filter((part, index) => part !== '.' && (part !== '' || index === 0))
  return inside.join('/')
}

/** A path or glob inside the workspace. */
function pathProblem(path: string): string | undefined {
  if (/^(?:\/|~|[A-Za-z]:)/u.test(path) || path.split(/[\\/]/u).includes('..'))
    return `"${path}" is outside the workspace.`
  return /(?:^|\/)\.git(?:\/|$)/u.test(path) ? `"${path}" belongs to git.` : undefined
}

function readChange(text: string): Result<unknown> {
  const listed = text.replace(/^changes?:?\s+(?:only\s+|within\s+|in\s+)?/iu, '').split(/[\s,]+/u)
  const within = listed.map((glob) => unquoted(glob)).filter((glob) => glob !== '' && glob !== 'and')
  const wrong = within.map(pathProblem).find((problem) => problem !== undefined)
  if (wrong) return bad(wrong)
  if (within.length === 0) return bad('It does not say which files may change.')
  // "changes" begins sentences too.
  if (!within.every((glob) => /[./*]/u.test(glob))) return bad('A change check lists paths, such as "changes src/**".')
  return ok({ kind: 'change', within })
}

const ADDRESS = /^(?:GET\s+)?(https?:\/\/\S+)(?:\s+(?:is|returns|answers|gives)\s+(\d{3}))?(?:\s+(\S.*))?$/u

function readAddress(text: string): Result<unknown> {
  if (/^(?:HEAD|POST|PUT|DELETE)\s/u.test(text)) return bad('Only GET is checked: a check changes nothing.')
  const [, url = '', status = '200', rest = ''] = ADDRESS.exec(text) ?? []
  const [, host] = /^https?:\/\/([^/?#\s]+)/u.exec(url) ?? []
  if (host === undefined) return bad('An address check says "GET http://… is 200".')
  if (host.includes('@')) return bad('An address must not contain a password.')
  const value = answerIn(rest)
  return value.ok ? ok({ kind: 'address', url, status: Number(status), ...value.value }) : value
}

/** `body "ok"`, `json status.database "up"`, or nothing. */
function answerIn(rest: string): Result<object> {
  if (rest === '') return ok({})
  const [, body] = /^(?:and |with )?body\s+(?:contains\s+)?(\S.*)$/u.exec(rest) ?? []
  if (body !== undefined) return ok({ body: unquoted(body) })
  const [, path = '', is = ''] =
    /^(?:and |with )?json\s+\$?\.?([\w.-]{1,200})\s+(?:is\s+|=\s*)?(\S.*)$/u.exec(rest) ?? []
  return path === ''
    ? bad(`"${rest}" cannot be read: use body "…" or json <path> "…".`)
    : ok({ json: { path, is: unquoted(is) } })
}

function readAsk(text: string): Result<unknown> {
  const question = unquoted(text.replace(/^ask:?\s+/iu, ''))
  return question.length < 3 ? bad('It asks nothing.') : ok({ kind: 'you', question })
}

const unquoted = (text: string): string => {
  const trimmed = text.trim()
  return /^(["'`“])(.+)["'`”]$/su.exec(trimmed)?.[2] ?? trimmed
}
