import { durationText, letterAt, type Question } from '@convene/domain'
import { Hand } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useSendOnce } from '../view/use-command.ts'
import { BallotOptions } from './ballot-options.tsx'
import { DockCard } from './dock-card.tsx'

const ABSTAIN = 'Abstain'

/** The user's own turn in a panel: an argument, and a vote if there is something to vote on. */
export function TurnCard({ question }: { readonly question: Question }) {
  const { send, isSending } = useSendOnce()
  const [option, setOption] = useState('')
  const [words, setWords] = useState('')
  const options = question.options.map((text, place) => `${letterAt(place)}. ${text}`)
  const isVote = options.length > 0
  const canSend = isVote ? option !== '' : words.trim() !== ''
  // The first line is the vote, the rest is the argument.
  const vote = option === ABSTAIN ? 'abstain' : option.slice(0, 1)
  const text = [vote, words.trim()].filter((part) => part !== '').join('\n')
  return (
    <DockCard label="Your turn" title="Your turn" icon={Hand} aside={<TimeLeft question={question} />}>
      <Form
        onSubmit={() => canSend && send({ type: 'answer', text, question: question.id })}
        className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4 pb-3"
      >
        <p>{question.question}</p>
        {isVote && <BallotOptions options={[...options, ABSTAIN]} chosen={option} onChoose={setOption} />}
        <TextField
          label={isVote ? 'Why' : 'Your view'}
          hint={isVote ? '' : 'The first line is your position.'}
          value={words}
          rows={3}
          onChange={({ target }) => setWords(target.value)}
        />
        <Button tone="primary" type="submit" icon={Hand} disabled={!canSend || isSending} className="self-start">
          {isVote ? 'Send and vote' : 'Send'}
        </Button>
      </Form>
    </DockCard>
  )
}

function TimeLeft({ question: { turn } }: { readonly question: Question }) {
  const isPaused = turn === undefined || turn.pausedAt !== null
  const now = useNow(!isPaused)
  if (isPaused) return null
  const left = Math.max(0, turn.closesAt - now)
  return <p className="numeric ml-auto truncate font-normal">Continues without you in {durationText(left)}</p>
}
