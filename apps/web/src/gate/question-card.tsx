import type { Question } from '@convene/domain'
import { MessageCircleQuestion } from 'lucide-react'
import { Markdown } from '../markdown/markdown.tsx'
import { Button } from '../parts/button.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { useSendCommand } from '../session/use-command.ts'

/** An agent asks: pick an option, or write the answer below. */
export function QuestionCard({ question }: { readonly question: Question }) {
  const send = useSendCommand()
  const answer = (text: string) => void send({ type: 'answer', text, question: question.id })
  return (
    <section
      aria-label="Question"
      className="flex max-h-[40vh] animate-rise flex-col overflow-hidden rounded-lg border border-accent bg-surface shadow-floating"
    >
      <header className="flex items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-sm font-medium text-accent-ink">
        <MessageCircleQuestion aria-hidden size={16} />
        <h2>It is your turn to answer</h2>
      </header>
      <ScrollArea label="What is asked" className="min-h-0 flex-1 overflow-y-auto p-4">
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
    </section>
  )
}
