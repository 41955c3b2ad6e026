import { ok, type Result, refuse } from '../shared/result.ts'
import { Check } from './check.ts'
import { checkText } from './check-text.ts'
import { MOST_CHECKS } from './most-checks.ts'
import { readCheck } from './read-check.ts'

/** Checks in JSON: a line, a list of lines or objects, or an object. */
export function readChecks(value: unknown): Result<readonly Check[]> {
  const items = (Array.isArray(value) ? value : [value]).filter(
    (one) => one !== null && one !== undefined && one !== '',
  )
  if (items.length > MOST_CHECKS) return refuse('invalid_check', `At most ${MOST_CHECKS} checks are allowed.`)
  const checks = new Map<string, Check>()
  for (const item of items) {
    const read = typeof item === 'string' ? readCheck(item) : readObject(item)
    if (!read.ok)
      return refuse('invalid_check', `The check ${quotedItem(item)} cannot be used: ${read.refusal.message}`)
    checks.set(checkText(read.value), read.value)
  }
  return ok([...checks.values()])
}

const quotedItem = (item: unknown): string =>
  `"${(typeof item === 'string' ? item : JSON.stringify(item)).slice(0, 120)}"`

/**
 * An object as models write it: `{"command":"npm test"}`, `{"file":"a.ts","contains":"x"}`. It becomes the same line
 * that a person would write, so there is one reader.
 */
function readObject(item: unknown): Result<Check> {
  if (typeof item !== 'object' || item === null) return refuse('invalid_check', 'It is not a text.')
  const { guard, ...fields } = item as { readonly [key: string]: unknown }
  const read = readCheck(lineOf(fields))
  return read.ok && read.value.kind === 'command' && guard === true ? ok({ ...read.value, guard: true }) : read
}

type Item = { readonly [key: string]: unknown }

function lineOf(item: Item): string {
  const own = Check.safeParse(item)
  if (own.success) return checkText(own.data)
  const text = textsOf(item)
  const [file, question, url] = [
    text('file', 'path'),
    text('ask', 'question', 'you'),
    text('get', 'GET', 'url', 'address'),
  ]
  const within = item.changes ?? item.change ?? item.within
  if (file !== undefined) {
    const contains = text('contains', 'text')
    return `file ${file} ${contains === undefined ? (text('is', 'state') ?? 'exists') : `contains "${contains}"`}`
  }
  if (question !== undefined) return `ask "${question}"`
  if (url !== undefined) return `GET ${url} is ${text('status', 'is') ?? '200'}${after(' body "', text('body'), '"')}`
  if (within !== undefined) return `changes ${(Array.isArray(within) ? within : [within]).join(' ')}`
  return commandLine(item)
}

function commandLine(item: Item): string {
  const text = textsOf(item)
  return [
    text('command', 'run', 'cmd', 'check') ?? '',
    after(' expect: exit ', text('exit', 'exitCode')),
    after(' expect: output /', text('output', 'prints'), '/'),
    after(' expect: ', text('expect')),
    item.network === true ? ' network: yes' : '',
  ].join('')
}

/** The first of these keys that has a text or a number. */
const textsOf =
  (item: Item) =>
  (...keys: readonly string[]): string | undefined => {
    const found = keys.map((key) => item[key]).find((one) => typeof one === 'string' || typeof one === 'number')
    return found === undefined ? undefined : String(found)
  }

const after = (before: string, value: string | undefined, end = ''): string =>
  value === undefined ? '' : `${before}${value}${end}`
