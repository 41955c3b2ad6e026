import { type TestSummary, testSummary } from '../check/test-summary.ts'
import { type Kind, kindOf } from './command-kind.ts'
import type { Deed, Ran, RunKind } from './deed.ts'
import { type Acting, filesOf } from './line-files.ts'
import { type Segment, segmentsOf } from './shell-line.ts'
import { bareWords } from './wrappers.ts'

/** How a command line ended. */
export type LineEnd = { readonly ok: boolean; readonly exit?: number | undefined; readonly output: string }

export type LineDeed = Pick<
  Deed,
  'runs' | 'read' | 'near' | 'wrote' | 'removed' | 'url' | 'changes' | 'opaque' | 'folder' | 'elsewhere' | 'fakes'
>

/** `isTold`: the exit code of the line is also the program's. */
type Part = Acting & { readonly isTold: boolean }

const DEEPEST = 4

/** What a command line did, from what it says, how it ended and what it printed. `inside`: folders of the workspace. */
export function readCommandLine(line: string, end: LineEnd, inside: readonly string[] = []): LineDeed {
  const parts = partsOf(line, DEEPEST)
  const { runs, opaque } = runsOf(line, parts, end)
  const { folder, elsewhere } = folderOf(parts, inside)
  const files = filesOf(parts, end)
  return {
    ...(runs.length > 0 && { runs }),
    ...(opaque && { opaque }),
    ...(folder !== undefined && { folder }),
    ...(elsewhere && { elsewhere }),
    ...files,
    ...(fakesIn(line) && { fakes: true }),
  }
}

/** Every program of a line with its arguments, also of lines inside it. */
export const programsOf = (line: string): readonly (readonly string[])[] =>
  partsOf(line, DEEPEST).map(({ words }) => words)

function partsOf(line: string, depth: number): readonly Part[] {
  const segments = segmentsOf(line)
  const isStrict = segments.some(({ words }) => words[0] === 'set' && words.some((word) => /^-\w*e/u.test(word)))
  const isPiped = segments.some(({ words }) => words[0] === 'set' && words.includes('pipefail'))
  return segments.flatMap((segment, index) => {
    const words = bareWords(segment.words)
    const kind = kindOf(words)
    const isTold = segment.words[0] !== '!' && tells(segments, index, { isStrict, isPiped })
    if (kind !== 'shell') return [{ segment, kind, words, isTold }]
    const inner = innerLine(words, segment)
    if (inner === undefined || depth === 0) return [{ segment, kind: 'opaque', words, isTold }]
    return partsOf(inner, depth - 1).map((part) => ({ ...part, isTold: part.isTold && isTold }))
  })
}

/** Whether a failure here would have ended the line with a failure. */
function tells(
  segments: readonly Segment[],
  index: number,
  { isStrict, isPiped }: { isStrict: boolean; isPiped: boolean },
): boolean {
  for (let at = index; at < segments.length - 1; at += 1) {
    const link = segments[at]?.link
    if (link === '|' ? !isPiped : link === ';' ? !isStrict : link !== '&&') return false
  }
  return segments.at(-1)?.link !== '&'
}

/** The line that a shell is given. */
function innerLine(words: readonly string[], { input }: Segment): string | undefined {
  const [first, ...rest] = words
  if (first === 'eval') return rest.join(' ')
  const flag = rest.findIndex((word) => /^-\w*c$/u.test(word))
  if (flag >= 0) return rest[flag + 1]
  return rest.every((word) => word.startsWith('-')) ? input : undefined
}

const RUNS: readonly string[] = ['tests', 'build', 'lint', 'types', 'commit', 'push', 'fetch'] satisfies RunKind[]
const isRun = (kind: Kind): kind is RunKind => RUNS.includes(kind)

function runsOf(line: string, parts: readonly Part[], end: LineEnd): { runs: readonly Ran[]; opaque: boolean } {
  const known = parts.filter(({ kind }) => isRun(kind))
  const unknown = parts.filter(({ kind }) => kind === 'opaque')
  const isFaked = fakesIn(line)
  const acting = parts.filter(({ kind }) => kind !== 'prints' && kind !== 'reads')
  const kinds = [...new Set(known.map(({ kind }) => kind as RunKind))]
  const runs = kinds.map((kind) =>
    ranAs(kind, { parts: known.filter((part) => part.kind === kind), acting, end, isFaked }),
  )
  const counts = testSummary(end.output)
  if (runs.some(({ kind }) => kind === 'tests') || unknown.length === 0 || isFaked || counts.total === undefined)
    return { runs, opaque: unknown.length > 0 && !(isFaked && parts.length === 1) }
  return { runs: [...runs, ranAs('tests', { parts: unknown, acting, end, isFaked })], opaque: true }
}

type Running = {
  readonly parts: readonly Part[]
  readonly acting: readonly Part[]
  readonly end: LineEnd
  readonly isFaked: boolean
}

const NOTHING: Partial<TestSummary> = {}

function ranAs(kind: RunKind, { parts, acting, end, isFaked }: Running): Ran {
  const isTold = parts.every((part) => part.isTold)
  const isAlone = acting.every((part) => parts.includes(part))
  const counts = kind === 'tests' && !isFaked ? testSummary(end.output) : NOTHING
  const exited = isTold ? (end.ok ? 'passed' : isAlone ? 'failed' : 'unknown') : 'unknown'
  const { failed, passed, total } = counts
  const status = kind === 'fetch' ? statusIn(end.output, parts) : undefined
  return {
    kind,
    outcome: outcomeOf(exited, { failed, passed, total }),
    ...(passed !== undefined && { passed }),
    ...(total !== undefined && { total }),
    ...(status !== undefined && { status }),
  }
}

function outcomeOf(
  exited: Ran['outcome'],
  {
    failed = 0,
    passed,
    total,
  }: { failed?: number | undefined; passed?: number | undefined; total?: number | undefined },
): Ran['outcome'] {
  if (exited === 'failed' || failed > 0) return 'failed'
  if (total === 0) return 'failed'
  return exited === 'unknown' && (passed ?? 0) > 0 ? 'passed' : exited
}

/** `HTTP/1.1 200`, or a status alone, as `curl -w '%{http_code}'` prints it. */
function statusIn(output: string, parts: readonly Part[]): number | undefined {
  const head = /HTTP\/[\d.]{1,3} (\d{3})/u.exec(output)?.[1]
  const asked = parts.some(({ words }) => words.some((word) => word.includes('http_code')))
  const alone = asked ? /(?:^|\s)(\d{3})(?:\s|$)/u.exec(output)?.[1] : undefined
  const found = head ?? alone
  return found === undefined ? undefined : Number(found)
}

function folderOf(parts: readonly Part[], inside: readonly string[]): { folder?: string; elsewhere?: boolean } {
  const into = parts.find(({ words }) => ['cd', 'pushd'].includes(words[0] ?? ''))?.words[1]
  const named = parts
    .flatMap(({ words }) =>
      words.map((word, at) => (/^(?:--prefix|--cwd|-C|--root|--rootdir)$/u.test(word) ? words[at + 1] : undefined)),
    )
    .find((word) => word !== undefined && /^[./~]|^\w/u.test(word))
  const folder = into ?? named
  if (folder === undefined) return {}
  return { folder, ...(isElsewhere(folder, inside) && { elsewhere: true }) }
}

/** Whether a folder is certainly none of these. */
export function isElsewhere(folder: string, inside: readonly string[]): boolean {
  if (
    /^\/(?:tmp|var\/tmp)(?:\/|$)/u.test(folder) ||
    /^(?:~|\$HOME)(?:\/|$)/u.test(folder) ||
    /^\.\.(?:\/|$)/u.test(folder)
  )
    return !inside.some((root) => isUnder(folder, root))
  return folder.startsWith('/') && inside.length > 0 && !inside.some((root) => isUnder(folder, root))
}

const isUnder = (folder: string, root: string): boolean =>
  root !== '' && (folder === root || folder.startsWith(`${root}/`))

const FAKE =
  /(?:echo|printf|print|puts|console\.log|say|write(?:ln|Line)?)\b[^\n]{0,40}?["'`][^"'`\n]{0,80}\b\d{1,6} (?:tests? )?(?:pass(?:ed|ing)?|ok|total)\b|(?:echo|printf)\s[^\n"';|&]{0,60}\b\d{1,6} (?:tests? )?(?:passed|passing)\b/iu

/** Whether a text prints the number of passed tests instead of counting them. */
export const fakesIn = (text: string): boolean => FAKE.test(text.slice(0, 20_000))
