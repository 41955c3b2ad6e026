import { unreadText } from '../../answer/declared.ts'
import { judgeCheck, judgedText } from '../../check/proof.ts'
import type { Run } from '../../state/session.ts'
import { seatsOf } from '../../team/team.ts'
import { quoted } from '../../text/quoted.ts'
import { comparison } from './answers.ts'
import { briefSection, bullets, fencedPatch, join } from './brief.ts'
import type { Candidate } from './candidate.ts'
import { seenBy } from './candidate-standing.ts'
import { candidateName } from './plan-text.ts'
import type { Plan, StepRun } from './state.ts'

/** Half of what a reviewer of one change reads: there are several. */
const MOST_PATCH = 8_000

type Comparing = { readonly candidates: readonly Candidate[]; readonly isAgain: boolean }

/** What a reviewer needs to compare candidates: what each changed and what was checked, but not whose it is. */
export const compareBrief = (run: Run, plan: Plan, step: StepRun, { candidates, isAgain }: Comparing): string =>
  join(
    briefSection('Goal', run.goal),
    briefSection('Step', `${step.id}: ${quoted(step.description)}`),
    briefSection('Acceptance', quoted(step.acceptance) || 'None were given: judge by the description.'),
    ...candidates.map((candidate) => briefSection(candidateName(candidate.name), told(run, plan, step, candidate))),
    briefSection(
      'What is asked',
      `${isAgain ? `${unreadText(comparison)} ` : ''}Several members did this step, each without seeing the others. Which candidate meets the acceptance criteria best? Judge what it changed. First comment on lines that are wrong or risky, one line each, then vote:\n\n${comparison.form}`,
    ),
  )

/** A change speaks for itself. Without one, the report is the work. */
function told(run: Run, plan: Plan, step: StepRun, candidate: Candidate): string {
  const { built, report } = candidate
  const patch = built?.patch ?? ''
  const checked = seenBy(run, plan, step, candidate).map((seen) => judgedText(judgeCheck(seen)))
  return join(
    patch === ''
      ? quoted(unnamed(run, report?.text ?? 'It changed nothing and says nothing.'))
      : fencedPatch(cut(patch)),
    checked.length === 0 ? '' : `Checked:\n\n${quoted(bullets(checked))}`,
  )
}

const cut = (patch: string): string => (patch.length > MOST_PATCH ? `${patch.slice(0, MOST_PATCH)}\n… and more` : patch)

/** Nobody who votes knows who wrote it. */
function unnamed(run: Run, text: string): string {
  const names = seatsOf(run.team).flatMap(({ name, slug, model }) => [name, slug, model])
  const longest = [...new Set(names)].filter((name) => name !== '').toSorted((one, other) => other.length - one.length)
  return longest.reduce(
    (said, name) =>
      said.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu'), 'a member'),
    text,
  )
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/gu, '\\$&')
