import { howText, type SessionComparison } from '@convene/reading'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { DiffView } from '../../ui/diff-view.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOfCode } from '../../ui/text/words.ts'

/** Decisions of both sessions, by question. */
export function ComparedDecisions({ decisions }: { readonly decisions: SessionComparison['decisions'] }) {
  if (decisions.length === 0) return null
  return (
    <Section title="Decisions">
      {decisions.map(({ topic, a, b }) => (
        <Pair key={topic} title={topic} isSame={a?.option === b?.option}>
          <Decided side={a} />
          <Decided side={b} />
        </Pair>
      ))}
    </Section>
  )
}

function Decided({ side }: { readonly side: SessionComparison['decisions'][number]['a'] }) {
  if (!side || side.how === 'undecided') return <p className="text-muted">Not decided</p>
  return (
    <p className="wrap-anywhere">
      <span className="font-medium">{oneLine(side.option)}</span>{' '}
      <span className="text-muted">{howText(side.how)}</span>
    </p>
  )
}

/** Plan steps of both sessions and their states. */
export function ComparedSteps({ steps }: { readonly steps: SessionComparison['steps'] }) {
  if (steps.length === 0) return null
  return (
    <Section title="Steps">
      {steps.map(({ step, description, a, b }) => (
        <Pair key={step} title={`${step} · ${description}`} isSame={a?.state === b?.state && a?.owner === b?.owner}>
          <StepState side={a} />
          <StepState side={b} />
        </Pair>
      ))}
    </Section>
  )
}

function StepState({ side }: { readonly side: SessionComparison['steps'][number]['a'] }) {
  if (!side) return <p className="text-muted">No such step</p>
  return (
    <p>
      {wordsOfCode(side.state)} <span className="text-muted">by {oneLine(side.owner)}</span>
    </p>
  )
}

function Pair(props: { readonly title: string; readonly isSame: boolean; readonly children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line bg-surface">
      <p className="flex items-center gap-2 border-b border-line px-4 py-2">
        <span className="min-w-0 flex-1 wrap-anywhere text-muted">{oneLine(props.title)}</span>
        <Badge tone={props.isSame ? 'plain' : 'warning'}>{props.isSame ? 'Same' : 'Different'}</Badge>
      </p>
      <div className="grid grid-cols-2 gap-4 p-4 max-tablet:grid-cols-1">{props.children}</div>
    </div>
  )
}

/** Changed files of both sessions. */
export function ComparedFiles({ files }: { readonly files: SessionComparison['files'] }) {
  if (files.length === 0) return null
  return (
    <Section title="Changed files">
      {files.map(({ path, same, a, b }) => (
        <Fold
          key={path}
          open={!same}
          label={
            <span className="flex items-center gap-2">
              <span className="font-mono text-sm">{oneLine(path)}</span>
              <Badge tone={same ? 'plain' : 'warning'}>{same ? 'Same' : 'Different'}</Badge>
            </span>
          }
        >
          <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
            <Changed text={a} />
            <Changed text={b} />
          </div>
        </Fold>
      ))}
    </Section>
  )
}

const Changed = ({ text }: { readonly text: string | null }) =>
  text === null ? <p className="text-muted">Not changed</p> : <DiffView text={text} />
