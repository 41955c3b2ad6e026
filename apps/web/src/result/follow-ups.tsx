import { isFinal } from '@convene/domain'
import { followUpQuestions } from '@convene/reading'
import { Composer } from '../session/composer/composer.tsx'
import { EntryView } from '../session/conversation/entry-view.tsx'
import { useSendCommand } from '../session/view/use-command.ts'
import { useView } from '../session/view/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/screen.tsx'
import type { Outcome } from './outcome/outcome.ts'

/** Questions about the result and their answers, and a field for the next one. */
export function FollowUps({ outcome: { followUps, isNewest, answers } }: { readonly outcome: Outcome }) {
  const isOver = useView(({ session }) => isFinal(session.run?.phase ?? 'idle'))
  const canAsk = isNewest && isOver
  if (followUps.length === 0 && !canAsk) return null
  return (
    <div className={followUps.length === 0 ? 'print:hidden' : ''}>
      <Section title="Follow-ups">
        {followUps.length > 0 && (
          <div
            role="log"
            aria-live="off"
            aria-label="Follow-ups"
            className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
          >
            {followUps.map(({ key }) => (
              <EntryView key={key} entryKey={key} compact={false} />
            ))}
          </div>
        )}
        {canAsk && <AskBox asked={answers.length > 0 ? followUps.map(({ text }) => text) : null} />}
      </Section>
    </div>
  )
}

/** Suggests what has not been asked yet. Without an answer to ask about, `asked` is null. */
function AskBox({ asked }: { readonly asked: readonly string[] | null }) {
  const send = useSendCommand()
  const suggested = asked ? followUpQuestions.filter(({ question }) => !asked.includes(question)) : []
  return (
    <div className="flex flex-col gap-3 print:hidden">
      {suggested.length > 0 && (
        <ul aria-label="Suggested questions" className="flex flex-wrap gap-2">
          {suggested.map(({ label, question }) => (
            <li key={label}>
              <Button small onClick={() => void send({ type: 'message', text: question })}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Composer />
    </div>
  )
}
