import type { Claimed } from './claimed.ts'
import { commandKindOf } from './command-kind.ts'
import type { Deed } from './deed.ts'
import { deedsOf, type Evidence, mayHave } from './evidence.ts'
import { judgeFetched } from './judge-fetched.ts'
import { judgeChange, judgeRead, judgeStudied } from './judge-files.ts'
import { judgeRun, staleOr } from './judge-run.ts'
import { programsOf } from './read-command-line.ts'
import { type ClaimVerdict, verdict } from './verdict.ts'

/** What the events say about a claim. Nothing, if they leave it open. */
export function judgeClaim(claimed: Claimed, evidence: Evidence): ClaimVerdict | undefined {
  if (evidence.speaker.isTalk && claimed.doer === 'anybody') return undefined
  switch (claimed.kind) {
    case 'ran':
      return judgeRun(claimed, evidence)
    case 'command':
      return judgeCommand(claimed, evidence)
    case 'wrote':
    case 'removed':
      return judgeChange(claimed, evidence)
    case 'read':
      return judgeRead(claimed, evidence)
    case 'studied':
      return judgeStudied(claimed, evidence)
    case 'fetched':
      return judgeFetched(claimed, evidence)
  }
}

type CommandClaim = Extract<Claimed, { kind: 'command' }>

function judgeCommand({ line, passes, doer }: CommandClaim, evidence: Evidence): ClaimVerdict | undefined {
  const calls = deedsOf(evidence, doer).filter(({ elsewhere }) => !elsewhere)
  const [wanted = []] = programsOf(line)
  const found = calls.findLast((deed) => runs(deed, wanted))
  if (found) return passes ? endOf(found, wanted, evidence) : verdict('seen', found)
  const kind = commandKindOf(wanted)
  const isAlike = calls.some(({ runs = [], line = '' }) => line.length >= LONG || runs.some((run) => run.kind === kind))
  return isAlike || mayHave(evidence, calls) ? undefined : { mark: 'not_seen', why: 'no such command was run' }
}

/** Longer lines are kept in part. */
const LONG = 300

function endOf(deed: Deed, wanted: readonly string[], evidence: Evidence): ClaimVerdict | undefined {
  const run = deed.runs?.find(({ kind }) => kind === commandKindOf(wanted))
  const outcome =
    run?.outcome ?? (deed.ok && deed.line !== undefined && programsOf(deed.line).length === 1 ? 'passed' : 'unknown')
  if (outcome === 'unknown') return undefined
  return outcome === 'failed' ? verdict('contradicted', deed) : staleOr(evidence, deed)
}

/** Whether a line ran a program with these words in this order: agents shorten what they ran. */
const runs = ({ line }: Deed, wanted: readonly string[]): boolean =>
  line !== undefined && programsOf(line).some((words) => contains(words, wanted))

function contains(words: readonly string[], wanted: readonly string[]): boolean {
  let at = 0
  for (const word of words) if (word === wanted[at]) at += 1
  return wanted.length > 0 && words[0] === wanted[0] && at >= wanted.length
}
