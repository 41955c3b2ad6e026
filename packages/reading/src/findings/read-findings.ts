import { clean, cleanLine, jsonIn, readShare } from '@convene/domain'
import { EXAMPLE_TITLE, type Finding, type Severity } from './finding.ts'

const MOST = 500
const LONGEST_TITLE = 200
const LONGEST_REASON = 4_000

/**
 * The findings in an answer. Undefined if it has no list of them, or one with an unreadable entry: “nothing found” is
 * an empty list and never a missing one, or a truncated review would pass. For the same reason a draft does not count
 * if an unreadable list follows it.
 */
export function readFindings(text: string, author: string, workspace = ''): readonly Finding[] | undefined {
  const found = jsonIn(text, isList)
  if (!found || text.slice(found.end).includes('"findings"')) return undefined
  const entries = listIn(found.value)
  const findings = entries.map((entry) => readFinding(entry, author, workspace))
  return entries.length <= MOST && findings.every((finding) => finding !== undefined) ? findings : undefined
}

type Entry = { readonly [key: string]: unknown }
type List = readonly Entry[] | { readonly findings: readonly Entry[] }

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A bare list counts only if it has entries with a path: other lists in an answer are not findings. */
function isList(value: unknown): value is List {
  if (Array.isArray(value)) return value.length > 0 && value.every((entry) => isEntry(entry) && pathIn(entry) !== '')
  return isEntry(value) && Array.isArray(value.findings) && value.findings.every(isEntry)
}

const listIn = (list: List): readonly Entry[] => ('findings' in list ? list.findings : list)

function readFinding(entry: Entry, author: string, workspace: string): Finding | undefined {
  const path = insidePath(pathIn(entry), workspace)
  const title = cleanLine(textIn(entry, 'title', 'message', 'summary')).slice(0, LONGEST_TITLE)
  if (path === undefined || title === '' || title === EXAMPLE_TITLE) return undefined
  const confidence = readShare(String(entry.confidence ?? ''), 100)
  return {
    path,
    line: lineIn(entry),
    severity: severityIn(entry),
    title,
    why: clean(textIn(entry, 'why', 'description', 'reason', 'details')).slice(0, LONGEST_REASON),
    confidence: confidence === undefined ? null : Math.round(confidence * 100),
    agreedBy: [author],
  }
}

function textIn(entry: Entry, ...keys: readonly string[]): string {
  const key = keys.find((name) => typeof entry[name] === 'string')
  return key === undefined ? '' : (entry[key] as string).trim()
}

const pathIn = (entry: Entry): string => textIn(entry, 'path', 'file', 'filename', 'filePath', 'file_path')

/** A path inside the workspace, without a line number. Anything else would annotate files outside it. */
function insidePath(said: string, workspace: string): string | undefined {
  const root = workspace === '' ? '' : `${workspace.replaceAll('\\', '/')}/`
  const named = cleanLine(said).replaceAll('\\', '/')
  const path = (root !== '' && named.startsWith(root) ? named.slice(root.length) : named)
    .replace(/^(?:\.\/)+/u, '')
    .replace(/:\d+(?:[-:]\d+)?$/u, '')
  const isOutside = path.startsWith('/') || /^[a-z][a-z\d+.-]*:/iu.test(path) || path.split('/').includes('..')
  return path === '' || path.length > 500 || isOutside ? undefined : path
}

/** The first line named, by a key or after the path, else line 1. */
function lineIn(entry: Entry): number {
  const said =
    entry.line ?? entry.lineNumber ?? entry.line_number ?? entry.startLine ?? /:(\d+)/u.exec(pathIn(entry))?.[1]
  const line = Number.parseInt(String(said), 10)
  return Number.isSafeInteger(line) && line > 0 ? line : 1
}

const synonyms: { readonly [word: string]: Severity } = {
  critical: 'critical',
  blocker: 'critical',
  severe: 'critical',
  high: 'high',
  major: 'high',
  error: 'high',
  medium: 'medium',
  moderate: 'medium',
  warning: 'medium',
  low: 'low',
  minor: 'low',
  info: 'low',
  note: 'low',
  nit: 'low',
}

/** Anything unreadable counts as critical: otherwise an unknown word would pass every gate. */
function severityIn(entry: Entry): Severity {
  const word = textIn(entry, 'severity', 'level', 'priority')
    .toLowerCase()
    .replaceAll(/[^a-z]/gu, '')
  return (Object.hasOwn(synonyms, word) && synonyms[word]) || 'critical'
}
