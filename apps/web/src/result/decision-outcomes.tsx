import type { DecisionOutcome } from '@convene/domain'
import { outcomeWords, type SessionDecision } from '@convene/reading'
import { Link } from 'wouter'
import { useSendCommand } from '../session/view/use-command.ts'
import { useView } from '../session/view/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Section } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'

const LONGEST_LABEL = 60

/** Asks how the decisions turned out. The answers make up the models' track record. */
export function DecisionOutcomes() {
  const decisions = useView((view) => view.decisions)
  const isRehearsal = useView(({ session }) => session.run?.finished?.reason === 'rehearsal')
  const committed = decisions.filter((decision) => decision.committed !== null)
  if (isRehearsal || committed.length === 0) return null
  return (
    <Section
      title="How did it turn out?"
      hint={
        <>
          Tell Convene when you know, and it learns how far to trust each model. This stays on this machine.{' '}
          <Link href="/records" className="text-accent-ink underline underline-offset-2 print:hidden">
            Track record
          </Link>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
        {committed.map((decision) => (
          <li key={`${decision.run} ${decision.decision}`} className="flex flex-col gap-3 p-4">
            <Markdown text={decision.topic} />
            {decision.resolved ? (
              <Outcome decision={decision} resolved={decision.resolved} />
            ) : (
              <Choices decision={decision} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Choices({ decision }: { readonly decision: SessionDecision }) {
  const send = useSendCommand()
  const say = (outcome: string) =>
    void send({ type: 'resolve', decision: decision.decision, run: decision.run, outcome })
  return (
    <div className="flex flex-wrap gap-2">
      {decision.options.map((option) => (
        <Button key={option} small title={`“${oneLine(option)}” was right`} onClick={() => say(option)}>
          {shortened(oneLine(option))}
        </Button>
      ))}
      <Button small tone="quiet" onClick={() => say('none')}>
        None was right
      </Button>
      <Button small tone="quiet" onClick={() => say('unclear')}>
        Unclear
      </Button>
    </div>
  )
}

function Outcome({ decision, resolved }: { readonly decision: SessionDecision; readonly resolved: DecisionOutcome }) {
  const send = useSendCommand()
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span role="status">{oneLine(`${outcomeWords(resolved)}. ${resolved.note}`)}</span>
      <Button
        small
        tone="quiet"
        onClick={() => void send({ type: 'resolve', decision: decision.decision, run: decision.run })}
      >
        Undo
      </Button>
    </p>
  )
}

const shortened = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : text
