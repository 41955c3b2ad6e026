import { ok, type Result, refuse } from '../shared/result.ts'
import { Check } from './check.ts'
import { checkText } from './check-text.ts'
import { readCheck } from './read-check.ts'

/** Nobody would read more at the gate. */
const MOST_CHECKS = 8

/** Checks in JSON: a line, a list of lines or objects, or an object. */
export function readChecks(value: unknown): Result<readonly Check[]> {
  const items = (Array.isArray(value) ? value : [value]).filter((one) => one !== null && one !== undefined && one !== '')
  if (items.length > MOST_CHECKS) return refuse('invalid_check', `At most ${MOST_CHECKS} checks are allowed.`)
  const checks = new Map<string, Check>()
  for (const item of items) {
    const read = typeof item === 'string' ? readCheck(item) : readObject(item)
    if (!read.ok) return refuse('invalid_check', `The check ${quotedItem(item)} cannot be used: ${read.refusal.message}`)
    checks.set(checkText(read.value), read.value)
  }
  return ok([...checks.values()])
}

const quotedItem = (item: unknown): string => `"${(typeof item === 'string' ? item : JSON.stringify(item)).slice(0, 120)}"`

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

function lineOf(item: { readonly [key: string]: unknown }): string {
  const own = Check.safeParse(item)
  if (own.success) return checkText(own.data)
  const text = (...keys: readonly string[]): string | undefined => {
    const found = keys.map((key) => item[key]).find((one) => typeof one === 'string' || typeof one === 'number')
    return found === undefined ? undefined : String(found)
  }
  const file = text('file', 'path')
  if (file !== undefined) {
    const contains = text('contains', 'text')
    return `file ${file} ${contains === undefined ? (text('is', 'state') ?? 'exists') : `contains "${contains}"`}`
  }
  const question = text('ask', 'question', 'you')
  if (question !== undefined) return `ask "${question}"`
  const url = text('get', 'GET', 'url', 'address')
  if (url !== undefined) {
    const body = text('body')
    return `GET ${url} is ${text('status', 'is') ?? '200'}${body === undefined ? '' : ` body "${body}"`}`
  }
  const within = item.changes ?? item.change ?? item.within
  if (within !== undefined) return `changes ${(Array.isArray(within) ? within : [within]).join(' ')}`
  const exit = text('exit', 'exitCode')
  const output = text('output', 'prints')
  const expect = text('expect')
  return [
    text('command', 'run', 'cmd', 'check') ?? '',
    exit === undefined ? '' : ` expect: exit ${exit}`,
    output === undefined ? '' : ` expect: output /${output}/`,
    expect === undefined ? '' : ` expect: ${expect}`,
    item.network === true ? ' network: yes' : '',
  ].join('')
}
