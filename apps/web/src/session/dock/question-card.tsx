import type { Question } from '@convene/domain'
import { MessageCircleQuestion } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { useSendCommand } from '../view/use-command.ts'
import { DockCard } from './dock-card.tsx'

/** An agent's question: pick an option, or write an answer below. */
export function QuestionCard({ question }: { readonly question: Question }) {
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
