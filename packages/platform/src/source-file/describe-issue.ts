import type { core } from 'zod'
import { allowedNumbers } from './allowed-numbers.ts'
import type { KeyPath } from './positions.ts'

type Issue = core.$ZodIssue

/** A schema violation in words for the user: which key, what was found, what is allowed. */
export type Described = { readonly path: KeyPath; readonly message: string }

/** The parsed value and its schema. */
export type Subject = { readonly value: unknown; readonly schema: core.$ZodType }

/** Describes a schema issue. For a union it explains the closest variant. */
export function describeIssue(issue: Issue, subject: Subject): Described {
  const nearest = nearlyMet(issue)
  if (nearest) return describeIssue(nearest, subject)
  const path = issue.path as KeyPath
  if (issue.code === 'unrecognized_keys') return { path: [...path, issue.keys[0] as string], message: 'unknown key.' }
  const value = valueAt(subject.value, path)
  // A custom rule that explains itself, such as an invalid pattern, needs no introduction.
  if (issue.code === 'custom' && issue.message.startsWith('Invalid ')) return { path, message: issue.message }
  if (value === undefined) return { path, message: `is missing; expected ${allowedBy(issue, subject)}.` }
  return {
    path,
    message: `found ${isSecret(path) ? 'a value that is not shown' : show(value)}, expected ${allowedBy(issue, subject)}.`,
  }
}

/** Short, on one line, and safe for a terminal. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = (JSON.stringify(value) ?? 'nothing').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
  return text.length > 60 ? `${text.slice(0, 57)}…"` : text
}

function valueAt(root: unknown, path: KeyPath): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string | number, unknown> | undefined)?.[key], root)
}

/** Values under these keys may be API keys or passwords, even if put there by mistake. */
function isSecret(path: KeyPath): boolean {
  const keys = path.map(String)
  if (keys.some((key) => /key|token|secret|password|authorization|headers|^env$|^args$/i.test(key))) return true
  return keys[0] === 'providers' && keys.at(-1) !== 'type'
}

function nearlyMet(issue: Issue): Issue | undefined {
  if (issue.code !== 'invalid_union') return undefined
  const entered = issue.errors.filter((errors) => errors.some(isInside)).toSorted((a, b) => a.length - b.length)[0]
  const rightKind = issue.errors.find(([first]) => first && first.code !== 'invalid_type')
  const told = entered?.find(({ code }) => code === 'unrecognized_keys') ?? (entered ?? rightKind)?.[0]
  return told && ({ ...told, path: [...issue.path, ...told.path] } as Issue)
}

const isInside = (issue: Issue): boolean => issue.path.length > 0 || issue.code === 'unrecognized_keys'

function allowedBy(issue: Issue, subject: Subject): string {
  const own = /^(?:Too |Invalid )/u.test(issue.message) ? undefined : issue.message.replace(/^must be /u, '')
  switch (issue.code) {
    case 'invalid_union':
      return [...new Set(issue.errors.flat().map((error) => allowedBy(error, subject)))].join(', or ')
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ')
    case 'too_small':
      return (
        own ??
        numbers(issue, subject) ??
        `${issue.inclusive === false ? 'more than' : 'at least'} ${sized(issue.minimum, issue.origin)}`
      )
    case 'too_big':
      return (
        own ??
        numbers(issue, subject) ??
        `${issue.inclusive === false ? 'less than' : 'at most'} ${sized(issue.maximum, issue.origin)}`
      )
    case 'invalid_type':
      return numbers(issue, subject) ?? kinds[issue.expected] ?? issue.expected
    default:
      return own ?? issue.message
  }
}

const numbers = (issue: Issue, { schema }: Subject): string | undefined => allowedNumbers(schema, issue.path as KeyPath)

const kinds: { readonly [kind: string]: string } = {
  string: 'a text in quotes',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const sized = (bound: number | bigint, origin: string): string =>
  origin === 'string' ? `${bound} characters` : `${bound}`
