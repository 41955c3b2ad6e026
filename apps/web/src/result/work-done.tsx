import { howText } from '@convene/reading'
import { Gavel } from 'lucide-react'
import { changedFiles } from '../session/view/changed-files.ts'
import { useView } from '../session/view/use-session.ts'
import { Badge, type BadgeTone } from '../ui/badge.tsx'
import { DiffView } from '../ui/diff-view.tsx'
import { Fold } from '../ui/fold.tsx'
import { Coded } from '../ui/markdown/coded.tsx'
import { Section } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import { capitalized, wordsOfCode } from '../ui/text/words.ts'
import type { Outcome } from './outcome/outcome.ts'

/** Decisions, steps, iterations and changed files. */
export function WorkDone({ outcome }: { readonly outcome: Outcome }) {
  return (
    <>
      <Decisions outcome={outcome} />
      <Scores scores={outcome.scores} />
      <Steps plan={outcome.plan} />
      <Changes outcome={outcome} />
    </>
  )
}

/** A panel's ballots have their own section. */
function Decisions({ outcome }: { readonly outcome: Outcome }) {
  const all = useView((view) => view.decisions)
  const decisions = all.filter(({ ballot, run }) => !ballot && run === outcome.run?.id)
  if (decisions.length === 0) return null
  return (
    <Section title="Decisions">
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
        {decisions.map(({ decision, run, topic, committed }) => (
          <li key={`${run} ${decision}`} className="flex items-start gap-3 p-4">
            <Gavel aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
            <div className="min-w-0 wrap-anywhere">
              <p className="text-muted">{oneLine(topic)}</p>
              <p className="font-medium">
                {committed && committed.how !== 'undecided' ? oneLine(committed.option) : 'Not decided'}
              </p>
              {committed && (
                <p className="text-muted">
                  {committed.how === 'undecided' ? '' : `${capitalized(howText(committed.how))}. `}
                  {oneLine(committed.rationale)}
                </p>
              )}
              {committed?.dissent.map(({ voter, option, reason }) => (
                <p key={voter} className="text-sm text-muted">
                  {voter} preferred {oneLine(option)}: {oneLine(reason)}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Scores({ scores }: Pick<Outcome, 'scores'>) {
  if (scores.length === 0) return null
  return (
    <Section title="Iterations" hint="How each iteration was scored.">
      <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
        {scores.map(({ iteration, score, rationale }) => (
          <li key={iteration} className="flex items-start gap-4 p-4">
            <span className="numeric w-10 shrink-0 text-md font-semibold">{score.toFixed(2)}</span>
            <span className="min-w-0 wrap-anywhere text-muted">
              {iteration}. {oneLine(rationale)}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const tones: { readonly [state: string]: BadgeTone } = {
  accepted: 'good',
  finished: 'warning',
  failed: 'bad',
  blocked: 'warning',
  running: 'accent',
}

/** After the end, a step that is only finished was accepted by nobody. */
function stepWord({ state, against }: NonNullable<Outcome['plan']>['steps'][number]): string {
  if (against) return 'Accepted against its review'
  return state === 'finished' ? 'Not accepted' : wordsOfCode(state)
}

function Steps({ plan }: Pick<Outcome, 'plan'>) {
  if (!plan || plan.steps.length === 0) return null
  return (
    <Section title="Steps">
      <ol className="grid grid-cols-[fit-content(8rem)_minmax(0,1fr)_auto] gap-x-3 divide-y divide-line rounded-lg border border-line bg-surface px-4">
        {plan.steps.map((step) => (
          <li key={step.id} className="col-span-full grid grid-cols-subgrid items-baseline py-3">
            <span className="font-mono text-sm wrap-anywhere text-muted">{step.id}</span>
            <span className="wrap-anywhere">
              <Coded text={oneLine(step.description)} />
            </span>
            <Badge tone={step.against ? 'warning' : (tones[step.state] ?? 'plain')}>{stepWord(step)}</Badge>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Changes({ outcome: { from, to } }: { readonly outcome: Outcome }) {
  const all = useView((view) => view.files)
  const files = changedFiles(
    all.filter(({ kind, reverted, seq }) => kind === 'diff' && !reverted && seq >= from && seq < to),
  )
  if (files.length === 0) return null
  return (
    <Section title="Changed files">
      {files.map((file) => (
        <Fold key={file.key} label={<span className="font-mono text-sm">{oneLine(file.name)}</span>}>
          <div className="flex flex-col gap-3">
            {file.changes.map(({ id, text = '' }) => (
              <DiffView key={id} text={text} />
            ))}
          </div>
        </Fold>
      ))}
    </Section>
  )
}
