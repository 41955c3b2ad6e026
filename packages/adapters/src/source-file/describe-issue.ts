import type { core } from 'zod'
import type { KeyPath } from './places.ts'

type Issue = core.$ZodIssue

/** A broken rule in words for a person: which key, what stands there, what may stand there. */
export type Described = { readonly path: KeyPath; readonly found: string; readonly allowed: string }

/** Turns what a schema found into words. Of a choice between shapes it explains the one that was nearly met. */
export function describeIssue(issue: Issue, root: unknown): Described {
  const nearest = unionBranch(issue)
  if (nearest) return describeIssue(nearest, root)
  const path = issue.path as KeyPath
  const value = valueAt(root, path)
  return {
    path,
    found: isSecret(path) && value !== undefined ? 'a value that is not shown' : show(value),
    allowed: allowedBy(issue),
  }
}

function valueAt(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], root)
}

/** Values under these keys may be keys or passwords, also where somebody put one by mistake. */
function isSecret(path: KeyPath): boolean {
  const keys = path.map(String)
  if (keys.some((key) => /key|token|secret|password|authorization|headers|^env$/i.test(key))) return true
  return keys[0] === 'providers' && keys.at(-1) !== 'type'
}

/** Short, on one line, and harmless on a terminal. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text
}

function unionBranch(issue: Issue): Issue | undefined {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return undefined
  const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0]
  if (!deepest || deepest.path.length === 0) return undefined
  return { ...deepest, path: [...issue.path, ...deepest.path] } as Issue
}

function allowedBy(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ')
    case 'too_small':
      return boundText(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return boundText(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map(allowedBy))].join(', or ') || 'another value'
    case 'unrecognized_keys':
      return 'only the keys of the schema'
    default:
      return issue.message.replace(/^must be /, '')
  }
}

const kinds: { readonly [kind: string]: string } = {
  string: 'a text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function boundText(origin: string, comparison: string, bound: number | bigint): string {
  if (origin === 'string')
    return bound === 1 && comparison === 'at least'
      ? 'a text that is not empty'
      : `a text of ${comparison} ${bound} characters`
  if (origin === 'array') return `a list of ${comparison} ${bound}`
  return `${comparison} ${bound}`
}
