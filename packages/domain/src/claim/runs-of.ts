import { type TestSummary, testSummary } from '../check/test-summary.ts'
import type { Acting } from './acting.ts'
import type { CommandKind } from './command-kind.ts'
import type { Ran, RunKind, RunOutcome } from './deed.ts'
import type { Place } from './line-shape.ts'
import { scopeOf } from './run-scope.ts'
import { toolVoice } from './voice.ts'

/** How a command line ended. */
export type LineEnd = { readonly ok: boolean; readonly exit?: number | undefined; readonly output: string }

/** A program of a line, and what the end of the line says about it. */
export type ActingPart = Acting & Place

const RUNS: readonly string[] = ['tests', 'build', 'lint', 'types', 'commit', 'push', 'fetch'] satisfies RunKind[]
const isRun = (kind: CommandKind): kind is RunKind => RUNS.includes(kind)

/** What a line ran that people make claims about, and how each of it ended. */
export function provenRuns(parts: readonly ActingPart[], end: LineEnd, isFaked: boolean): readonly Ran[] {
  const kinds = [...new Set(parts.map(({ kind }) => kind).filter(isRun))]
  return kinds.map((kind) => ranAs(kind, parts, end, isFaked))
}

function ranAs(kind: RunKind, all: readonly ActingPart[], end: LineEnd, isFaked: boolean): Ran {
  const parts = all.filter((part) => part.kind === kind)
  const isReached = parts.every((part) => isStarted(part, end))
  const base = { kind, ...(!isReached && { isUnsure: true }) }
  if (kind === 'tests') return { ...base, ...testsEnd(parts, all, end, isFaked) }
  const outcome = exitOf(parts, all, end)
  const status = kind === 'fetch' && toolVoice(parts, all) !== 'mixed' ? statusIn(end.output, parts) : undefined
  return { ...base, outcome, ...(status !== undefined && { status }) }
}

/** What the exit code alone says. A failure is theirs only if nothing else could have failed. */
function exitOf(parts: readonly ActingPart[], all: readonly ActingPart[], end: LineEnd): RunOutcome {
  if (!parts.every(({ isTold }) => isTold)) return 'unknown'
  if (end.ok) return 'passed'
  const isMoved = !/(?:^|\s)cd: /mu.test(end.output)
  return all.every((part) => parts.includes(part) || (isMoved && NEVER_FAILS.has(part.words[0] ?? '')))
    ? 'failed'
    : 'unknown'
}

const NEVER_FAILS: ReadonlySet<string> = new Set(['cd', 'echo', 'printf', 'export', 'set', 'true', ':', 'pwd', 'sleep'])

function testsEnd(
  parts: readonly ActingPart[],
  all: readonly ActingPart[],
  end: LineEnd,
  isFaked: boolean,
): Omit<Ran, 'kind'> {
  const exited = exitOf(parts, all, end)
  const voice = isFaked ? 'mixed' : toolVoice(parts, all)
  const summary = voice === 'mixed' || !parts.every((part) => isStarted(part, end)) ? SILENT : testSummary(end.output)
  const scopes = parts.map(({ words }) => scopeOf(words))
  const isPart = scopes.every((scope) => scope.isPart)
  const isDoubtful = scopes.some((scope) => scope.isDoubtful)
  const { passed, total, isSeveral } = summary
  const isCounted = voice !== 'mixed'
  return {
    outcome: outcomeOf(exited, summary, { isDoubtful, isOnly: voice === 'only' }),
    ...(isCounted && passed !== undefined && { passed }),
    ...(isCounted && total !== undefined && { total }),
    ...(isPart && { isPart }),
    ...(isSeveral && { isSeveral }),
  }
}

const SILENT: TestSummary = { isWhole: false, isSeveral: false }

const isStarted = ({ starts }: ActingPart, { ok }: LineEnd): boolean =>
  starts === 'always' || (starts === 'if the line succeeded' && ok)

type Doubts = { readonly isDoubtful: boolean; readonly isOnly: boolean }

/** The exit code, and what a runner says itself if nothing else in the line could have said it. */
function outcomeOf(exited: RunOutcome, summary: TestSummary, { isDoubtful, isOnly }: Doubts): RunOutcome {
  const { passed, failed = 0, total, isWhole } = summary
  if (exited === 'failed' || (isOnly && failed > 0)) return 'failed'
  if (isOnly && (total === 0 || passed === 0)) return 'failed'
  if (exited === 'passed') return isDoubtful && (passed ?? 0) === 0 ? 'unknown' : 'passed'
  return isOnly && isWhole && (passed ?? 0) > 0 ? 'passed' : 'unknown'
}

/** `HTTP/1.1 200`, or a status alone, as `curl -w '%{http_code}'` prints it. */
function statusIn(output: string, parts: readonly ActingPart[]): number | undefined {
  const head = /HTTP\/[\d.]{1,3} (\d{3})/u.exec(output)?.[1]
  const asked = parts.some(({ words }) => words.some((word) => word.includes('http_code')))
  const alone = asked ? /(?:^|\s)(\d{3})(?:\s|$)/u.exec(output)?.[1] : undefined
  const found = head ?? alone
  return found === undefined ? undefined : Number(found)
}
