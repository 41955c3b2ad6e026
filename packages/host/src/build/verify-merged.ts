import { type CheckResult, checkText, type MergedCheck, noBuild, type Session } from '@convene/domain'
import type { Program } from '../program.ts'

type Verified = { readonly checks: readonly MergedCheck[]; readonly reason?: string }

/**
 * Runs the checks again that the build has passed, on its files merged with the user's. One that fails there is a reason
 * to write nothing, unless the user wants it `anyway`.
 */
export async function verifyMerged(
  { program, session }: { readonly program: Program; readonly session: Session },
  tree: string,
  anyway: boolean,
): Promise<Verified> {
  const checks: MergedCheck[] = []
  for (const result of anyway ? [] : passedIn(session)) checks.push(await again(program, session, result, tree))
  const failed = checks.filter(({ outcome }) => outcome !== 'passed')
  if (failed.length === 0) return { checks }
  const names = failed.map(({ check, reason }) => `${check}${reason === undefined ? '' : ` (${reason})`}`)
  return { checks, reason: `Merged with your files, this no longer passes: ${names.join(', ')}` }
}

/** The newest result of each check that looks at files, if it is a pass. */
function passedIn({ run }: Session): readonly CheckResult[] {
  const newest = new Map<string, CheckResult>()
  for (const result of run?.checks ?? []) if (result.moment !== 'before') newest.set(checkText(result.check), result)
  return [...newest.values()].filter(
    ({ outcome, check }) => outcome === 'passed' && (check.kind === 'command' || check.kind === 'file'),
  )
}

/** A check that has run on exactly these files need not run again. */
async function again(program: Program, session: Session, result: CheckResult, tree: string): Promise<MergedCheck> {
  const { check, effect } = result
  const named = { check: checkText(check) }
  if (result.tree === tree) return { ...named, outcome: 'passed' }
  const { name } = session.build ?? noBuild
  const place = { session: session.id, workspace: session.workspace, ...(name !== null && { build: name }), tree }
  const since = effect.split('/').slice(0, 2).join('-')
  const seen = await program.checks.run({ ...place, check, moment: 'after', since }, new AbortController().signal)
  const { outcome, reason, output } = seen
  return { ...named, outcome, ...(reason !== undefined && { reason }), ...(output !== undefined && { output }) }
}
