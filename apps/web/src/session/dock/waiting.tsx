import type { Question } from '@convene/domain'
import { MessageCircleQuestion } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { useSendCommand } from '../view/use-command.ts'
import { useView } from '../view/use-session.ts'
import { DockCard } from './dock-card.tsx'
import { GateCard } from './gate-card.tsx'

/** What the run waits for other than approvals: a gate, or the oldest question. */
export function Waiting() {
  const questions = useView(({ session }) => session.questions)
  const list = Object.values(questions).sort((one, other) => one.since - other.since)
  const gate = list.find((question) => question.gate !== null)
  if (gate) return <GateCard key={gate.id} question={gate} />
  const [first] = list
  return first ? <QuestionCard key={first.id} question={first} /> : null
}

/** An agent's question: pick an option, or write an answer below. */
function QuestionCard({ question }: { readonly question: Question }) {
  const send = useSendCommand()
  const answer = (text: string) => void send({ type: 'answer', text, question: question.id })
  return (
    <DockCard label="Question" title="An agent needs your answer" icon={MessageCircleQuestion}>
      <ScrollArea label="Question text" className="min-h-0 flex-1 overflow-y-auto p-4">
        <Markdown text={question.question} />
      </ScrollArea>
      <footer className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
        {question.options.map((option) => (
          <Button key={option} onClick={() => answer(option)}>
            {option}
          </Button>
        ))}
        <Button onClick={() => answer('Proceed with your best assumptions.')}>Use your best assumptions</Button>
      </footer>
    </DockCard>
  )
}
