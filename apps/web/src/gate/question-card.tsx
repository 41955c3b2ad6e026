import type { Question } from '@convene/domain'
import { MessageCircleQuestion } from 'lucide-react'
import { Markdown } from '../markdown/markdown.tsx'
import { Button } from '../parts/button.tsx'
import { DockCard } from '../parts/dock-card.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { useSendCommand } from '../session/use-command.ts'

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
